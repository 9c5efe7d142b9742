-- A company payment exists from its request on, but its money is held only when it is approved.
alter table transactions
  drop constraint transactions_state_check,
  add constraint transactions_state_check
    check (state in ('Requested', 'Created', 'Registered', 'Completed', 'Cancelled', 'Reversed', 'Refunded', 'Error')),
  alter column webhook_url drop not null;

-- Who must agree: so many of the merchant's people, and above an amount the operator too.
alter table merchants
  add column approvers_needed        integer not null default 1 check (approvers_needed between 1 and 20),
  add column operator_approves_above bigint check (operator_approves_above >= 0);

create table receivers (
  merchant_id  uuid not null references merchants,
  id           uuid not null,
  status       text not null check (status in ('Pending', 'Approved', 'Rejected')),
  fantasy_name text not null,
  cnpj         text not null,
  review_note  text,
  created_at   timestamptz not null,
  primary key (merchant_id, id)
);
comment on table receivers is 'Companies a merchant may pay, registered in the portal and reviewed by the operator.';

create table receiver_accounts (
  merchant_id uuid not null,
  id          uuid not null,
  receiver_id uuid not null,
  bank_code   text not null,
  bank_name   text not null,
  agency      text not null,
  number      text not null,
  owner_cnpj  text not null,
  pix_key     text not null,
  created_at  timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, receiver_id) references receivers
);
comment on table receiver_accounts is 'Bank accounts of receivers. The PIX key is always a CNPJ.';
create index receiver_accounts_of_receiver on receiver_accounts (merchant_id, receiver_id, id);

create table payment_requests (
  merchant_id    uuid not null,
  id             uuid not null,
  transaction_id uuid not null,
  receiver_id    uuid not null,
  account_id     uuid not null,
  status         text not null check (status in ('Pending', 'Approved', 'Rejected', 'Cancelled')),
  description    text not null,
  created_at     timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, transaction_id),
  foreign key (merchant_id, transaction_id) references transactions,
  foreign key (merchant_id, receiver_id) references receivers,
  foreign key (merchant_id, account_id) references receiver_accounts
);
comment on table payment_requests is 'Wishes to pay a company, decided by approvers. Amount and execution are its transaction''s. Its first approval step says who asked.';
create index payment_requests_by_status on payment_requests (merchant_id, status, id);

create table approval_steps (
  merchant_id uuid not null,
  request_id  uuid not null,
  id          uuid not null,
  at          timestamptz not null,
  user_id     text not null,
  user_name   text not null,
  realm       text not null check (realm in ('Partner', 'Operator')),
  status      text not null check (status in ('Pending', 'Approved', 'Rejected', 'Cancelled')),
  comment     text,
  primary key (merchant_id, request_id, id),
  foreign key (merchant_id, request_id) references payment_requests
);
comment on table approval_steps is 'Who asked for a payment and who decided what about it, in order. Append-only.';

create table documents (
  merchant_id  uuid not null,
  id           uuid not null,
  request_id   uuid not null,
  state        text not null check (state in ('Pending', 'Uploaded', 'Deleted')),
  name         text not null,
  file_name    text not null,
  extension    text not null,
  content_type text,
  size_bytes   bigint,
  created_at   timestamptz not null,
  look_at      timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, request_id) references payment_requests,
  check (state <> 'Uploaded' or (content_type is not null and size_bytes > 0))
);
comment on table documents is 'Invoices of payment requests. The bytes are in the storage, under merchant and document id. look_at is when a worker next looks whether bytes have come, or cleans up after them; null: nothing more can come.';
create index documents_of_request on documents (merchant_id, request_id, id);
create index documents_to_look_at on documents (look_at) where look_at is not null;
