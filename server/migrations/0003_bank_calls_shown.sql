alter table bank_call_limits add column limited_since timestamptz;
comment on column bank_call_limits.limited_since is 'Since when the bank has limited calls of this kind, with pauses of minutes at most; null: written by the release before.';

create unlogged table bank_calls_away (
  connection_id uuid not null,
  kind          text not null,
  since         timestamptz not null,
  seen_at       timestamptz not null,
  primary key (connection_id, kind)
);
comment on table bank_calls_away is 'Which kinds of calls some process does not make to a bank because it gives no answer, since when, and when a process last saw it so.';
