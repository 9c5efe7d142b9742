-- bills that are paid by Pix or by boleto: what is to settle, and the boletos themselves

alter table balances add column to_settle bigint not null default 0;
alter table balances add column clearing bigint not null default 0;
alter table balances drop constraint balances_check;
alter table balances add constraint balances_check check (available + held + blocked + bank + fees + suspense + tariffs + reserved + to_settle + clearing = 0) not valid;
comment on column balances.to_settle is 'Paid by boleto and not at the bank yet: it becomes available when the bank says that it has settled.';
comment on column balances.clearing is 'The other side of to_settle: what other banks owe to the bank of the merchant.';

alter table postings add column to_settle bigint not null default 0;
alter table postings add column clearing bigint not null default 0;
alter table postings drop constraint postings_check;
alter table postings add constraint postings_check check (available + held + blocked + bank + fees + suspense + tariffs + reserved + to_settle + clearing = 0) not valid;

alter table audited_merchants add column to_settle bigint not null default 0;
alter table audited_merchants add column clearing bigint not null default 0;

alter table transactions drop constraint transactions_state_check;
alter table transactions add constraint transactions_state_check check (state in ('Requested', 'Created', 'Registered', 'ToSettle', 'Completed', 'Cancelled', 'Reversed', 'Refunded', 'Error')) not valid;

alter table bank_orders drop constraint bank_orders_kind_check;
alter table bank_orders add constraint bank_orders_kind_check check (kind in ('payout', 'return', 'cancellation', 'initiation', 'registration', 'settlement')) not valid;
alter table bank_exceptions drop constraint bank_exceptions_kind_check;
alter table bank_exceptions add constraint bank_exceptions_kind_check check (kind in ('payout', 'return', 'cancellation', 'initiation', 'registration', 'settlement')) not valid;

create table boletos (
  merchant_id   uuid not null,
  id            uuid not null,
  connection_id uuid not null,
  our_number    text not null,
  bank_number   text,
  barcode       text check (barcode ~ '^\d{44}$'),
  txid          text,
  created_at    timestamptz not null,
  primary key (merchant_id, id)
);
comment on table boletos is 'The boleto of a bill, under the same id. our_number is ours at the bank: a registration whose answer was lost is looked up by it. bank_number (nosso numero) is the bank''s. txid is the bank''s name of the Pix charge that the boleto can be paid by. Nulls: not registered yet. The typed line is computed from the barcode.';
create index boletos_by_our_number on boletos (our_number);
create index boletos_by_txid on boletos (txid) where txid is not null;
