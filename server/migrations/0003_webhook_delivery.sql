-- Delivery of webhook events. A lane is where an event queues: a merchant's receiver, so that a bad one delays nobody else.
-- stage is where the event is on its way; next_attempt_at is then:
--   Waiting   an earlier event of the transaction goes first; when to look again if nobody says so before
--   Due       when to send it
--   Sending   until when it is leased to whoever is sending it
--   Finished  null: delivered, or given up
-- step is the place in the retry schedule, attempts counts all attempts ever made, and followed says that a later event
-- of the transaction may be waiting for this one.
alter table webhook_events
  add column lane     text,
  add column stage    text check (stage in ('Waiting', 'Due', 'Sending', 'Finished')),
  add column step     integer not null default 0,
  add column followed boolean not null default false;

update webhook_events
   set lane = coalesce(substring(url from '^[^/]*//[^/?#]+'), url),
       stage = case when next_attempt_at is null then 'Finished' else 'Due' end,
       followed = true;

update webhook_events e set position = n.position
  from (select merchant_id, id, row_number() over (partition by merchant_id, transaction_id order by id) as position
          from webhook_events where transaction_id is not null) n
 where e.merchant_id = n.merchant_id and e.id = n.id and e.position <> n.position;
update transactions t set events = n.events
  from (select merchant_id, transaction_id, count(*) as events from webhook_events group by 1, 2) n
 where t.merchant_id = n.merchant_id and t.id = n.transaction_id and t.events < n.events;

alter table webhook_events
  alter column lane set not null,
  alter column stage set not null,
  add check ((stage = 'Finished') = (next_attempt_at is null));

-- Walked lane by lane, so that a million events for one dead address hide nobody else's.
drop index webhook_events_due;
create index webhook_events_due on webhook_events (merchant_id, lane, next_attempt_at) where next_attempt_at is not null;

-- Not by merchant first: while the planner knows nothing of a new table, it would take such an index for the primary key.
drop index webhook_events_of_transaction;
create index webhook_events_of_transaction on webhook_events (transaction_id, position);

create index webhook_events_failed on webhook_events (merchant_id, id) where status = 'Failed';

-- Without a foreign key: attempts are only ever written together with their event, and a check of each costs a fifth of that.
create table webhook_attempts (
  merchant_id     uuid not null,
  event_id        uuid not null,
  number          integer not null,
  at              timestamptz not null,
  outcome         text not null check (outcome in ('answered', 'noConnection', 'noAnswer')),
  http_status     integer,
  latency_ms      integer not null,
  answer          text,
  error           text,
  next_attempt_at timestamptz,
  primary key (merchant_id, event_id, number)
);
comment on table webhook_attempts is 'Every call of a webhook and what came of it. answer is the beginning of what the receiver said, error why nothing was heard.';

-- The address for company payments and approvals, and the secret that is still valid after a rotation.
alter table merchants
  add column webhook_url                   text,
  add column webhook_previous_secret       text,
  add column webhook_previous_secret_until timestamptz;
