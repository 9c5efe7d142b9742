create table mails (
  id              uuid primary key,
  sealed          text,
  attempts        integer not null default 0,
  next_attempt_at timestamptz,
  created_at      timestamptz not null,
  sent_at         timestamptz
);
comment on table mails is 'Mails on their way. sealed is to whom and what, as long as it is needed: null when it was sent or given up. attempts counts claims and fences them. next_attempt_at is when to try next, and the lease of whoever does; null: sent, or given up.';
create index mails_due on mails (next_attempt_at) where next_attempt_at is not null;
create index mails_by_age on mails (created_at);
