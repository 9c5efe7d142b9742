-- The processes that send webhooks, on all machines: each says every second that it lives, and they share the lanes among
-- themselves. Not logged: after a crash they say so again.
create unlogged table webhook_senders (
  id uuid primary key,
  seen_at timestamptz not null default clock_timestamp()
);
comment on table webhook_senders is 'A row for each process that sends; one that was not seen for some seconds is gone.';
