-- How to reach a bank, with its credentials and certificates: sealed. The simulator needs none.
alter table bank_connections
  add column sealed_settings        text,
  add column paused_at              timestamptz,
  add column certificate_expires_at timestamptz;

-- A short number for each merchant: a charge's id at the bank carries it, so that a payment leads to its transaction without
-- an index over all of them.
alter table merchants add column number integer generated always as identity unique;

-- Where a bank calls us back, and up to when we have looked by ourselves at what it received.
alter table bank_connections
  add column callback_token text unique,
  add column swept_until    timestamptz,
  add column next_sweep_at  timestamptz not null default now(),
  add column next_callback_check_at timestamptz not null default now();

create table bank_notices (
  connection_id uuid not null references bank_connections,
  id            uuid not null,
  body          text not null,
  received_at   timestamptz not null,
  attempts      integer not null default 0,
  next_step_at  timestamptz,
  primary key (connection_id, id)
);
comment on table bank_notices is 'What banks called us back with, as it came. Only a hint: the bank is asked, and its answer counts. next_step_at is when to work it off, and the lease of whoever does; null: done, or given up.';
create index bank_notices_due on bank_notices (next_step_at) where next_step_at is not null;

-- A notice tells of a payout by our id or by the bank's.
create index bank_orders_by_id on bank_orders (id);
create index bank_orders_by_reference on bank_orders (bank_reference) where bank_reference is not null;
