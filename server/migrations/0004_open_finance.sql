-- Where the payer is sent after the checkout; only payment initiations have one.
alter table transactions add column redirect_url text;

create table consents (
  merchant_id       uuid not null references merchants,
  id                uuid not null,
  transaction_id    uuid not null,
  institution_id    text not null,
  institution_name  text not null,
  language          text not null check (language in ('pt', 'en')),
  external_id       text not null,
  state             text not null check (state in ('AwaitingAuthorisation', 'Authorised', 'Consumed', 'Rejected')),
  rejection_reason  text check (rejection_reason in
                      ('CustomerRefused', 'AuthorisationExpired', 'TechnicalFailure', 'Replaced', 'PaymentClosed')),
  authorisation_url text not null,
  access            text,
  end_to_end_id     text,
  created_at        timestamptz not null,
  expires_at        timestamptz not null,
  authorised_at     timestamptz,
  consumed_at       timestamptz,
  rejected_at       timestamptz,
  attempts          integer not null,
  next_step_at      timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, transaction_id) references transactions,
  check ((state = 'Rejected') = (rejection_reason is not null))
);
comment on table consents is 'A payer''s leave to pay one transaction from one bank. Changed only under the lock of its transaction. access is sealed and kept only while it is needed. next_step_at is when to expire it or to ask the bank next, and the lease of whoever does; null: finished, or needs a person.';
create unique index consents_one_live on consents (merchant_id, transaction_id) where state in ('AwaitingAuthorisation', 'Authorised');
create index consents_of_transaction on consents (merchant_id, transaction_id, id);
create index consents_due on consents (next_step_at) where next_step_at is not null;
