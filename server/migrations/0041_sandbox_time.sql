-- A sandbox only, where a merchant can move its clock forward and script what goes wrong. In production nothing writes these.
alter table merchants
  add column clock_ahead_seconds integer not null default 0,
  add column has_troubles boolean not null default false;
alter table merchants add constraint merchants_clock_goes_forward check (clock_ahead_seconds >= 0) not valid;
comment on column merchants.clock_ahead_seconds is 'How far its sandbox clock is ahead of the true time.';
comment on column merchants.has_troubles is 'Whether sandbox_troubles may have rows of it: read with the merchant, so that nobody looks for them in vain.';

create table sandbox_troubles (
  merchant_id         uuid not null references merchants,
  kind                text not null,
  id                  uuid not null,
  times_left          integer not null,
  seconds             integer,
  made_by             text not null,
  created_at          timestamptz not null,
  held_event_id       uuid,
  held_transaction_id uuid,
  held_until          timestamptz,
  primary key (merchant_id, kind)
);
comment on table sandbox_troubles is 'What a merchant has scripted to go wrong next, one row of a kind. held_…: of webhookReorder, the event that waits until one of another transaction was sent.';
alter table sandbox_troubles add constraint sandbox_troubles_times check (times_left >= 0);
