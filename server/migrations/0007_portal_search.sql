-- What people look for in the portal. Creating a payment is the hottest path, so that each of these indexes holds only
-- the rows it is needed for, and none begins with merchant_id and id alone: the planner would take it for the primary key.

-- Whoever was named in the request, and whoever really paid or was paid where that is somebody else.
create index transactions_of_counterparty
    on transactions ((coalesce(counterparty->>'cpf', counterparty->>'cnpj')), merchant_id, id)
 where counterparty is not null;
create index transactions_of_participant
    on transactions ((participant->>'taxNumber'), merchant_id, id)
 where participant is not null
   and participant->>'taxNumber' is distinct from coalesce(counterparty->>'cpf', counterparty->>'cnpj');
create index transactions_by_end_to_end_id on transactions (end_to_end_id) where end_to_end_id is not null;

-- States that few transactions are in. The common ones are found by walking back from the newest.
create index transactions_uncommon on transactions (merchant_id, state, id)
 where state in ('Requested', 'Cancelled', 'Reversed', 'Refunded', 'Error');

-- Which access key asked for it.
alter table transactions add column key_id uuid;

create table hourly_flows (
  merchant_id uuid not null references merchants,
  hour        timestamptz not null,
  in_amount   bigint not null,
  in_count    integer not null,
  out_amount  bigint not null,
  out_count   integer not null,
  primary key (merchant_id, hour)
);
comment on table hourly_flows is 'Money that came in and went out, summed up from postings by the hour when somebody looks at it, so that a chart costs the same however many payments there are.';

create table flow_marks (
  merchant_id uuid primary key references merchants,
  sequence    bigint not null
);
comment on table flow_marks is 'Up to which of its postings a merchant''s hourly_flows are summed up. The row is the lock under which they are.';
