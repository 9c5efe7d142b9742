-- What the operator's screen of health speaks of, and not only how much of it there is.
alter table platform_checks add column first_faults jsonb not null default '[]';
comment on column platform_checks.first_faults is 'The first few of what was found wrong: whose, which row, and what.';

alter table mails
  add column kind text,
  add column masked_to text,
  add column person_id uuid,
  add column fault text;
comment on table mails is 'Mails on their way. sealed is to whom and what, as long as it is needed: null when it was sent or given up. attempts counts claims and fences them. next_attempt_at is when to try next, and the lease of whoever does; null: sent, or given up. kind, masked_to, person_id and fault are of one that was given up: what it was, to whom, and why.';
