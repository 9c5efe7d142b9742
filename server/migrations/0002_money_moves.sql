-- How many events a transaction has had: the next event's position, so that order is known without asking a clock.
alter table transactions add column events integer not null default 0;
alter table webhook_events add column position integer not null default 1;

-- What went back to the payer of a cash-in so far.
alter table transactions add column refunded_amount bigint not null default 0 check (refunded_amount >= 0);

-- The charges that can still expire, soonest first.
create index transactions_expiring on transactions (expires_at) where state = 'Registered' and expires_at is not null;

create table refunds (
  merchant_id    uuid not null references merchants,
  transaction_id uuid not null,
  id             text not null,
  amount         bigint not null check (amount > 0),
  asked_amount   bigint,
  created_at     timestamptz not null,
  primary key (merchant_id, transaction_id, id),
  foreign key (merchant_id, transaction_id) references transactions
);
comment on table refunds is 'Refunds a merchant asked for, under the id it gave (or one of ours). asked_amount is null where the rest was asked for.';

create table payouts (
  merchant_id    uuid not null references merchants,
  transaction_id uuid not null,
  attempts       integer not null default 0,
  next_step_at   timestamptz,
  primary key (merchant_id, transaction_id),
  foreign key (merchant_id, transaction_id) references transactions
);
comment on table payouts is 'Money on its way out, until the bank has said how it ended. next_step_at is when to send or ask next, and the lease of whoever does; null: needs a person.';
create index payouts_due on payouts (next_step_at) where next_step_at is not null;

-- Postings of a merchant are numbered in the order of their time, so that a statement finds its range by two look-ups.
alter table balances add column posted_at timestamptz;
create index postings_by_time on postings (merchant_id, posted_at, sequence);
