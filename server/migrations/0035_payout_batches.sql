create table payout_batches (
  merchant_id          uuid not null,
  id                   uuid not null,
  state                text not null,
  kind                 text not null check (kind in ('payouts', 'companyPayments')),
  name                 text not null,
  order_id             text,
  row_count            integer not null check (row_count > 0),
  amount               bigint not null check (amount > 0),
  charges              bigint not null,
  charge_fixed         bigint not null,
  charge_rate          bigint not null,
  made_count           integer not null default 0,
  made_amount          bigint not null default 0,
  refused_count        integer not null default 0,
  refused_amount       bigint not null default 0,
  webhook_url          text,
  webhook_header_name  text,
  webhook_header_value text,
  key_id               uuid,
  person_id            uuid,
  idempotency_key      text,
  request_hash         text,
  created_at           timestamptz not null,
  decided_at           timestamptz,
  completed_at         timestamptz,
  next_step_at         timestamptz,
  primary key (merchant_id, id),
  unique (merchant_id, idempotency_key),
  check (made_count + refused_count <= row_count)
);
comment on table payout_batches is 'Many payments that were asked for together and are decided on together, by the steps of approval_steps. amount and charges are the sums of its rows, by the billing plan of the day it was asked for (charge_fixed, charge_rate), which its payments have too. made_* and refused_* count the rows that are over. While it is Running, next_step_at is when a worker goes on with it, and until when one has it.';
create index payout_batches_due on payout_batches (next_step_at) where state = 'Running';

create table payout_batch_rows (
  merchant_id    uuid not null,
  batch_id       uuid not null,
  number         integer not null,
  id             uuid not null,
  state          text not null,
  amount         bigint not null check (amount > 0),
  charges        bigint not null,
  order_id       text,
  description    text,
  name           text not null,
  tax_number     text not null,
  key_type       text,
  pix_key        text,
  receiver_id    uuid,
  account_id     uuid,
  transaction_id uuid,
  reason         text,
  message        text,
  ended_at       timestamptz,
  primary key (merchant_id, batch_id, number),
  foreign key (merchant_id, batch_id) references payout_batches,
  check ((receiver_id is null) = (key_type is not null)),
  check ((state = 'Made') = (transaction_id is not null)),
  check ((state = 'Refused') = (reason is not null))
);
comment on table payout_batch_rows is 'The payments of a batch, in their order. number is the row''s in what was sent, from 1. A row is Made in the commit that opens its transaction, or Refused for a reason (with message), each once. name and tax_number are the recipient''s; with key_type and pix_key a payout, with receiver_id and account_id a payment to a company.';
create unique index payout_batch_rows_transaction on payout_batch_rows (merchant_id, transaction_id)
  where transaction_id is not null;
create index payout_batch_rows_waiting on payout_batch_rows (merchant_id, batch_id, number) where state = 'Waiting';

-- Steps are about a payment request or about a batch.
alter table approval_steps drop constraint approval_steps_merchant_id_request_id_fkey;
comment on table approval_steps is 'Who asked for a payment, or for a batch of payments (request_id), and who decided what about it, in order. Append-only.';
