-- Every merchant-owned table starts its keys with merchant_id, so that one merchant's rows live together
-- and the same schema can be spread over a distributed PostgreSQL. Money is whole millionths of a real.

create table merchants (
  id             uuid primary key,
  name           text not null,
  tax_number     text not null,
  city           text not null,
  account_number text not null,
  charge_fixed   bigint not null check (charge_fixed >= 0 and charge_fixed % 10000 = 0),
  charge_rate    bigint not null check (charge_rate between 0 and 100000000),
  webhook_secret text not null,
  created_at     timestamptz not null default now()
);
comment on table merchants is 'Who integrates with Trilho. charge_* is the billing plan: a fixed part in whole cents and millionths of a percent. webhook_secret is sealed.';

create table access_keys (
  merchant_id uuid not null references merchants,
  id          uuid not null,
  secret_hash text not null,
  state       text not null check (state in ('Pending', 'Active', 'Expired', 'Revoked')),
  scopes      text[] not null check (scopes <@ array['payments', 'company-payments'] and cardinality(scopes) > 0),
  expires_at  timestamptz,
  created_at  timestamptz not null default now(),
  primary key (merchant_id, id)
);
comment on table access_keys is 'Credentials of a merchant''s programs. The access key itself spells merchant_id and id; the secret is kept as a hash only.';

create table balances (
  merchant_id uuid primary key references merchants,
  available   bigint not null default 0,
  held        bigint not null default 0,
  bank        bigint not null default 0,
  fees        bigint not null default 0,
  postings    bigint not null default 0,
  check (available + held + bank + fees = 0)
);
comment on table balances is 'Running sums of a merchant''s postings, and how many there are. The row is the lock under which a merchant''s money moves.';

create table transactions (
  merchant_id          uuid not null references merchants,
  id                   uuid not null,
  operation            text not null check (operation in ('pixCashIn', 'pixCashOut', 'paymentInitiation', 'companyPayment')),
  state                text not null check (state in ('Created', 'Registered', 'Completed', 'Cancelled', 'Reversed', 'Refunded', 'Error')),
  amount               bigint not null check (amount > 0),
  editable             boolean not null,
  paid_amount          bigint check (paid_amount > 0),
  charge_fixed         bigint not null,
  charge_rate          bigint not null,
  charges              bigint not null check (charges >= 0),
  order_id             text,
  order_description    text,
  idempotency_key      text,
  request_hash         text,
  counterparty         jsonb,
  pix_key              text,
  pix_key_type         text,
  qr_code              text,
  participant          jsonb,
  external_id          text,
  end_to_end_id        text,
  webhook_url          text not null,
  webhook_header_name  text,
  webhook_header_value text,
  created_at           timestamptz not null,
  registered_at        timestamptz,
  completed_at         timestamptz,
  cancelled_at         timestamptz,
  refunded_at          timestamptz,
  reversed_at          timestamptz,
  error_at             timestamptz,
  error_cause          text,
  expires_at           timestamptz,
  primary key (merchant_id, id)
);
comment on table transactions is 'One payment in or out, from request to final state. counterparty is who was named in the request, participant who really paid or was paid.';

-- The order id (or the Idempotency-Key header) in one column: what makes a request once-only is also how it is found again.
create unique index transactions_once on transactions (merchant_id, idempotency_key, operation);

create table postings (
  merchant_id     uuid not null references merchants,
  sequence        bigint not null,
  transaction_id  uuid,
  name            text not null,
  available       bigint not null,
  held            bigint not null,
  bank            bigint not null,
  fees            bigint not null,
  available_after bigint not null,
  held_after      bigint not null,
  posted_at       timestamptz not null,
  primary key (merchant_id, sequence),
  foreign key (merchant_id, transaction_id) references transactions,
  check (available + held + bank + fees = 0)
);
comment on table postings is 'Append-only double entry, one row a movement, one column an account. sequence counts a merchant''s movements without gaps. The truth about money.';
create index postings_of_transaction on postings (merchant_id, transaction_id);

create table webhook_events (
  merchant_id     uuid not null references merchants,
  id              uuid not null,
  transaction_id  uuid,
  payload         text not null,
  url             text not null,
  header_name     text,
  header_value    text,
  status          text not null check (status in ('Pending', 'Failed', 'Success')),
  attempts        integer not null default 0,
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  last_answer     text,
  created_at      timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, transaction_id) references transactions
);
comment on table webhook_events is 'What merchants are told, written in the commit of the state change. next_attempt_at is also the lease of whoever is sending it now.';
create index webhook_events_of_transaction on webhook_events (merchant_id, transaction_id, id);
create index webhook_events_due on webhook_events (next_attempt_at) where next_attempt_at is not null;

create table server_secrets (
  name  text primary key,
  value text not null
);
comment on table server_secrets is 'Sandbox only: the generated server secret that every process of one database shares. Production brings its own (TRILHO_SECRET).';
