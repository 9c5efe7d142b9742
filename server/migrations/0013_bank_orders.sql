-- Whether this database is a sandbox's or a production's, written at the first start: a server of the other kind refuses it.
create table platform (
  only_row    boolean primary key default true check (only_row),
  environment text not null check (environment in ('sandbox', 'production')),
  created_at  timestamptz not null default now()
);
comment on table platform is 'What this database is for. One row, written by the first server that starts on it.';
-- A database that is in use already: only a sandbox keeps a secret of its own.
insert into platform (environment)
select case when exists (select from server_secrets) then 'sandbox' else 'production' end
 where exists (select from merchants);

create table bank_connections (
  id         uuid primary key,
  name       text not null,
  dialect    text not null,
  is_default boolean not null,
  created_at timestamptz not null default now()
);
comment on table bank_connections is 'Banks that move the money. dialect says how the bank speaks; the simulator is one of a sandbox only. A merchant has one of its own, or the default.';
create unique index bank_connections_default on bank_connections (is_default) where is_default;

alter table merchants add column connection_id uuid references bank_connections;

-- Without a foreign key: connections are never deleted, and a check of each new payment would cost as much as an index.
alter table transactions
  add column connection_id    uuid,
  add column refunding_amount bigint not null default 0 check (refunding_amount >= 0),
  drop constraint transactions_operation_check,
  add constraint transactions_operation_check
    check (operation in ('pixCashIn', 'pixCashOut', 'paymentInitiation', 'companyPayment', 'strayPayment'));

-- Money that belongs to nobody yet waits in suspense, in the books of the platform, which is a merchant like the others
-- but has no keys and no people.
alter table balances
  add column suspense bigint not null default 0,
  drop constraint balances_check,
  add constraint balances_check check (available + held + bank + fees + suspense = 0);
alter table postings
  add column suspense bigint not null default 0,
  drop constraint postings_check,
  add constraint postings_check check (available + held + bank + fees + suspense = 0);
insert into merchants (id, name, tax_number, city, account_number, charge_fixed, charge_rate, webhook_secret)
values ('ffffffff-ffff-7fff-bfff-ffffffffffff', 'Trilho', '', '', '', 0, 0, '');
insert into balances (merchant_id) values ('ffffffff-ffff-7fff-bfff-ffffffffffff');

create table stray_payments (
  merchant_id    uuid not null,
  transaction_id uuid not null,
  stray_id       uuid not null,
  reason         text not null check (reason in ('WrongAmount', 'SecondPayment', 'AfterEnd')),
  created_at     timestamptz not null,
  primary key (merchant_id, transaction_id, stray_id),
  foreign key (merchant_id, transaction_id) references transactions
);
comment on table stray_payments is 'Money that came for a charge and could not be credited to it. stray_id is the transaction of the platform that keeps it in suspense and returns it.';

create table bank_orders (
  merchant_id    uuid not null,
  id             uuid not null,
  kind           text not null check (kind in ('payout', 'return', 'cancellation', 'initiation')),
  transaction_id uuid not null,
  subject        text,
  connection_id  uuid,
  bank_reference text,
  lane           text generated always as (coalesce(connection_id::text, '') || ' ' || merchant_id::text) stored,
  state          text not null check (state in ('Waiting', 'Asking', 'Exception')),
  attempts       integer not null default 0,
  step           integer not null default 0,
  next_step_at   timestamptz,
  created_at     timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, transaction_id) references transactions,
  check ((state = 'Exception') = (next_step_at is null))
);
comment on table bank_orders is 'What a bank is asked to do and has not finished. id is also our id at the bank, written before the first call. subject is the refund, or the consent, it is for. bank_reference is what the bank calls it, where it can be asked by nothing else. attempts counts claims and fences them: whoever holds an older number changes nothing. step is the place in the schedule. next_step_at is when to call next, or until when it is leased.';
create index bank_orders_due on bank_orders (lane, next_step_at) where next_step_at is not null;
create index bank_orders_of_transaction on bank_orders (merchant_id, transaction_id);

insert into bank_orders (merchant_id, id, kind, transaction_id, state, attempts, next_step_at, created_at)
select p.merchant_id, p.transaction_id, 'payout', p.transaction_id, 'Waiting', p.attempts,
       coalesce(p.next_step_at, now()), t.created_at
  from payouts p join transactions t on t.merchant_id = p.merchant_id and t.id = p.transaction_id;
drop table payouts;

create table bank_exceptions (
  merchant_id    uuid not null,
  id             uuid not null,
  transaction_id uuid not null,
  order_id       uuid,
  kind           text not null check (kind in ('payout', 'return', 'cancellation', 'initiation')),
  subject        text,
  expected       text not null,
  said           text not null,
  state          text not null check (state in ('Open', 'Ended')),
  created_at     timestamptz not null,
  ended_at       timestamptz,
  ended_by       text,
  act            text,
  note           text,
  primary key (merchant_id, id),
  foreign key (merchant_id, transaction_id) references transactions,
  check ((state = 'Ended') = (ended_at is not null))
);
comment on table bank_exceptions is 'Where a bank left us without an answer, or contradicts what is booked: what we expected and what the bank said, until a person ends it by an act.';
create index bank_exceptions_open on bank_exceptions (id) where state = 'Open';
create index bank_exceptions_of_transaction on bank_exceptions (merchant_id, transaction_id);

alter table refunds
  add column state    text not null default 'Completed' check (state in ('Processing', 'Completed', 'Failed')),
  add column cause    text,
  add column ended_at timestamptz;
update refunds set ended_at = created_at;
alter table refunds
  alter column state drop default,
  add check ((state = 'Processing') = (ended_at is null));
comment on table refunds is 'Money given back to payers: refunds a merchant asked for, under the id it gave (or one of ours), and those a bank made by itself. asked_amount is null where the rest was asked for.';

-- A consent that was authorised is paid by a bank order; one that waits ends at expires_at.
insert into bank_orders (merchant_id, id, kind, transaction_id, subject, state, attempts, next_step_at, created_at)
select merchant_id, id, 'initiation', transaction_id, id::text, 'Waiting', attempts, coalesce(next_step_at, now()), authorised_at
  from consents where state = 'Authorised';
drop index consents_due;
alter table consents drop column attempts, drop column next_step_at;
create index consents_waiting on consents (expires_at) where state = 'AwaitingAuthorisation';
comment on table consents is 'A payer''s leave to pay one transaction from one bank. Changed only under the lock of its transaction. access is sealed and kept only while it is needed.';
