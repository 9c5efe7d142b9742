-- A merchant can be suspended: its keys are refused and its payouts wait, while its money and what arrives stay.
alter table merchants
  add column state text not null default 'Active',
  add column suspended_at timestamptz,
  add column suspended_by text,
  add column suspension_reason text,
  add column resumed_at timestamptz;
alter table merchants add constraint merchants_state_check check (state in ('Active', 'Suspended')) not valid;
alter table merchants add constraint merchants_suspension_is_explained
  check ((state = 'Suspended') = (suspended_at is not null and suspension_reason is not null)) not valid;
comment on column merchants.resumed_at is 'When it was last let work again: its payouts that were held go on from then.';

-- Held: a payout that was not sent because its merchant is suspended. It goes on when the merchant does.
alter table bank_orders drop constraint bank_orders_state_check;
alter table bank_orders add constraint bank_orders_state_check
  check (state in ('Waiting', 'Asking', 'Exception', 'Held')) not valid;
alter table bank_orders drop constraint bank_orders_check;
alter table bank_orders add constraint bank_orders_check
  check ((state in ('Exception', 'Held')) = (next_step_at is null)) not valid;

-- Volumes and fees by day and merchant, for operators: summed up from postings by a worker, once each.
create table daily_volumes (
  merchant_id uuid not null references merchants,
  day         date not null,
  in_amount   bigint not null,
  in_count    integer not null,
  out_amount  bigint not null,
  out_count   integer not null,
  fees        bigint not null,
  primary key (merchant_id, day)
);
create index daily_volumes_by_day on daily_volumes (day);
comment on table daily_volumes is 'What came in, went out and was earned on a day of São Paulo. A report over all merchants costs the same however many payments there are.';

create table volume_marks (
  merchant_id uuid primary key references merchants,
  sequence    bigint not null
);
comment on table volume_marks is 'Up to which of its postings a merchant''s daily_volumes are summed up. The row is the lock under which they are.';
