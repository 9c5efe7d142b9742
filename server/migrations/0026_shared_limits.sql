-- Rate limits and throttles that hold for all processes together: each counts for itself and settles here every moment.
-- Not logged: after a crash every bucket is full again.
create unlogged table limit_levels (
  key text primary key,
  tokens double precision not null,
  burst double precision not null,
  per_second double precision not null,
  at timestamptz not null default clock_timestamp()
);
comment on table limit_levels is 'How full the bucket of each key was at a moment; it fills up by per_second until burst.';
create index limit_levels_old on limit_levels (at);

-- Receivers that do not answer, as one process has found out, for all of them. Not logged: it is found out again.
create unlogged table webhook_circuits (
  merchant_id uuid not null,
  lane text not null,
  open_until timestamptz,
  cooldown_ms integer,
  outcome text,
  error text,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, lane)
);
comment on column webhook_circuits.open_until is 'When one event may probe it; null: it answers again.';
create index webhook_circuits_changed on webhook_circuits (changed_at);
