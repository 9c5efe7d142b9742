-- Money that a bank has asked back of a merchant is blocked until the case is decided: a fourth account of every merchant.
-- blocked_after is null where it was written by a release that knew of no blocked money.
alter table balances add column blocked bigint not null default 0;
alter table balances drop constraint balances_check;
alter table balances add constraint balances_check
  check (available + held + blocked + bank + fees + suspense = 0) not valid;
alter table postings add column blocked bigint not null default 0;
alter table postings add column blocked_after bigint;
alter table postings drop constraint postings_check;
alter table postings add constraint postings_check
  check (available + held + blocked + bank + fees + suspense = 0) not valid;
alter table posting_blocks add column blocked bigint not null default 0;
alter table posting_blocks add column blocked_after bigint not null default 0;
alter table audited_merchants add column blocked bigint not null default 0;
alter table transactions add column disputed_amount bigint not null default 0;

create table disputes (
  merchant_id     uuid not null,
  id              uuid not null,
  transaction_id  uuid not null,
  connection_id   uuid not null,
  bank_reference  text not null,
  opened_by       text not null,
  reason          text not null,
  details         text,
  asked_amount    bigint not null,
  blocked_amount  bigint not null,
  returned_amount bigint not null default 0,
  state           text not null,
  answer_until    timestamptz not null,
  refund_id       text,
  defence         text,
  defence_files   uuid[] not null default '{}',
  defended_at     timestamptz,
  cause           text,
  created_at      timestamptz not null,
  ended_at        timestamptz,
  primary key (merchant_id, id)
);
comment on table disputes is 'Cases of banks that want money back which a merchant has received (MED). asked_amount is what the bank wants, blocked_amount what was there and is blocked while the case is open. refund_id: the refund that gives it back. cause: why the money was released, where nobody decided so.';
alter table disputes add constraint disputes_state
  check (state in ('Open', 'Defended', 'Returning', 'Returned', 'Released'));
alter table disputes add constraint disputes_amounts
  check (asked_amount > 0 and blocked_amount between 0 and asked_amount and returned_amount >= 0);
alter table disputes add constraint disputes_ended check ((state in ('Returned', 'Released')) = (ended_at is not null));
create unique index disputes_once on disputes (merchant_id, connection_id, bank_reference);
create index disputes_of_transaction on disputes (merchant_id, transaction_id);
create index disputes_under_way on disputes (answer_until) where ended_at is null;

-- What is sent for a defence is uploaded, looked at and kept as invoices are.
alter table documents alter column request_id drop not null;
alter table documents add column dispute_id uuid;
alter table documents add constraint documents_owner check ((request_id is null) <> (dispute_id is null)) not valid;
