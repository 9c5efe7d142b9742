-- The schema, floor by floor, as in server/src: a table follows those it refers to, or gets its foreign keys below. Money is
-- bigint millionths of a real. Every merchant-owned table has merchant_id first in its keys, so that the same schema can be
-- distributed by Citus. A change is a new file; an applied one is never edited.

-- platform: nothing about payments

create table server_secrets (
  name  text primary key,
  value text not null
);
comment on table server_secrets is 'Secrets that all processes of one database share. "kept keys" are the keys of audit log and recovery codes, sealed with TRILHO_SECRET: they survive a change of it, and show whether a secret belongs to this database. In a sandbox also the generated secret itself, and what was created once with it.';

create table platform (
  only_row          boolean default true primary key check (only_row),
  environment       text not null check (environment in ('sandbox', 'production')),
  created_at        timestamptz not null default now(),
  system_identifier text,
  timeline          integer,
  database_oid      text,
  is_synchronous    boolean not null default false,
  seen_at           timestamptz
);
comment on table platform is 'The environment of this database, and the PostgreSQL on which the servers last saw it. One row, written by the first server that starts on it. A system_identifier, timeline or database_oid that differs from the real one means that the database was restored, copied or promoted. is_synchronous: whether a promoted standby has every acknowledged write. seen_at is written every few seconds: a restored database has everything up to it.';

create table recoveries (
  id              uuid primary key,
  cause           text not null check (cause in ('backup', 'recovered', 'failover')),
  role            text not null check (role in ('copy', 'replacement')),
  lost_from       timestamptz not null,
  at              timestamptz not null,
  prepared_at     timestamptz,
  next_compare_at timestamptz,
  compared_at     timestamptz,
  banks           jsonb not null default '[]',
  released_at     timestamptz,
  released_by     text,
  note            text,
  left_out        uuid[] not null default '{}'
);
comment on table recoveries is 'Each loss of writes after lost_from, by a restore or a failover. While a row is not released, no payout and no refund is sent to a bank; a copy sends and asks nothing at all. prepared_at: orders that no bank can be asked about have become exceptions. banks is what each bank reported for the lost time, compared with the books. released_by is the person who allowed payouts again. left_out: bank connections to which nothing is sent even so, until they are compared or a person has compared them.';

create unlogged table rate_limit_levels (
  key        text primary key,
  tokens     double precision not null,
  burst      double precision not null,
  per_second double precision not null,
  at         timestamptz not null default clock_timestamp()
);
comment on table rate_limit_levels is 'The level of the bucket of each key at a time; it refills by per_second up to burst.';
create index rate_limit_levels_old on rate_limit_levels (at);

create table mails (
  id              uuid primary key,
  sealed          text,
  attempts        integer not null default 0,
  next_attempt_at timestamptz,
  created_at      timestamptz not null,
  sent_at         timestamptz,
  kind            text,
  masked_to       text,
  person_id       uuid,
  fault           text
);
comment on table mails is 'Mails being sent. sealed is the recipient and the content while they are needed: null once it was sent or given up. attempts counts claims and fences them. next_attempt_at is the next attempt, or the lease of the process that sends it; null: sent, or given up. kind, masked_to, person_id and fault describe a mail that was given up.';
create index mails_by_age on mails (created_at);
create index mails_due on mails (next_attempt_at) where next_attempt_at is not null;

-- tenancy: merchants and their people

create sequence merchant_account_numbers start 2000001;

create table merchants (
  id                            uuid primary key,
  name                          text not null,
  tax_number                    text not null,
  city                          text not null,
  account_number                text not null,
  charge_fixed                  bigint not null check ((charge_fixed >= 0) and ((charge_fixed % (10000)::bigint) = 0)),
  charge_rate                   bigint not null check (charge_rate >= 0 and charge_rate <= 100000000),
  webhook_secret                text not null,
  created_at                    timestamptz not null default now(),
  webhook_url                   text,
  webhook_events                text[] not null default '{}',
  webhook_previous_secret       text,
  webhook_previous_secret_until timestamptz,
  approvers_needed              integer not null default 1 check (approvers_needed >= 1 and approvers_needed <= 20),
  operator_approves_above       bigint check (operator_approves_above >= 0),
  webhook_secret_set_at         timestamptz not null default now(),
  cash_out_limit                bigint check (cash_out_limit > 0),
  cash_out_daily_limit          bigint check (cash_out_daily_limit > 0),
  company_payment_limit         bigint check (company_payment_limit > 0),
  company_payment_daily_limit   bigint check (company_payment_daily_limit > 0),
  night_limit                   bigint check (night_limit > 0),
  recipient_daily_limit         bigint check (recipient_daily_limit > 0),
  new_recipient_limit           bigint check (new_recipient_limit > 0),
  key_daily_limit               bigint check (key_daily_limit > 0),
  night_from                    integer not null default 20 check (night_from between 0 and 23),
  night_until                   integer not null default 6 check (night_until between 0 and 23),
  new_recipient_hours           integer not null default 24 check (new_recipient_hours between 1 and 720),
  raised_limits                 jsonb,
  limits_raised_at              timestamptz,
  limits_set_at                 timestamptz not null default now(),
  reserve_rate                  bigint check (reserve_rate > 0 and reserve_rate <= 100000000),
  reserve_amount                bigint check (reserve_amount > 0),
  reserve_days                  integer not null default 0 check (reserve_days between 0 and 3650),
  api_payout_approval_above     bigint check (api_payout_approval_above >= 0),
  new_key_limit                 bigint check (new_key_limit >= 0),
  restricts_recipients          boolean not null default false,
  loosened_rules                jsonb,
  rules_loosened_at             timestamptz,
  charge_connections            uuid[] not null default '{}',
  payout_connections            uuid[] not null default '{}',
  initiation_connections        uuid[] not null default '{}',
  allows_second_charge          boolean not null default false,
  allows_unknown_key_owner      boolean not null default false,
  has_erased_keys               boolean not null default false,
  number                        integer generated always as identity unique,
  state                         text not null default 'Active' check (state in ('Active', 'Suspended')),
  suspended_at                  timestamptz,
  suspended_by                  text,
  suspension_reason             text,
  resumed_at                    timestamptz,
  clock_ahead_seconds           integer not null default 0,
  has_faults                    boolean not null default false,
  constraint merchants_clock_goes_forward check (clock_ahead_seconds >= 0),
  constraint merchants_suspension_is_explained check ((state = 'Suspended') = ((suspended_at is not null) and (suspension_reason is not null)))
);
comment on table merchants is 'Companies that integrate with Trilho. charge_* is the billing plan: a fixed part in whole cents and millionths of a percent. webhook_secret is sealed.';
comment on column merchants.webhook_events is 'Additional events, not in the contract of the API, that are sent to webhook_url.';
comment on column merchants.resumed_at is 'When it was last resumed: its held payouts continue from then.';
comment on column merchants.clock_ahead_seconds is 'How far its sandbox clock is ahead of real time.';
comment on column merchants.has_faults is 'Whether sandbox_faults may have rows of it: read with the merchant, which saves a query if there are none.';
comment on column merchants.charge_connections is 'The banks of its new charges: the first that is up. None: the default one. The same holds for payouts, where the bank must also have the money, and for initiations.';
comment on column merchants.allows_unknown_key_owner is 'Whether a payout goes out although its bank never checks whose the key is and no other connected bank could say.';
comment on column merchants.allows_second_charge is 'Whether a charge is registered at the next bank while it is unknown whether the first has it. If both are paid, the second payment is returned.';
comment on column merchants.api_payout_approval_above is 'A cash-out by API above it waits for approval, as a payment request; null: none does.';
comment on column merchants.new_key_limit is 'What an access key may pay out in its first 24 hours, in all; null: no limit of its own.';
comment on column merchants.restricts_recipients is 'Whether cash-outs by API go only to payout_recipients.';
comment on column merchants.night_from is 'The hours of São Paulo from which and until which night_limit counts. new_recipient_limit counts for new_recipient_hours after the first payment to a person.';
comment on column merchants.loosened_rules is 'Rules of payouts by API that allow more and hold from rules_loosened_at on, by name; null: none.';
comment on column merchants.raised_limits is 'Limits that were raised and hold from limits_raised_at on, by name; null: none.';
comment on column merchants.reserve_rate is 'The share of received payments that is held back, in millionths of a percent; null: all, up to reserve_amount, or nothing if that is null too. Each hold is released after reserve_days.';
create index merchants_ahead on merchants (id) where clock_ahead_seconds > 0;
create index merchants_by_tax_number on merchants (tax_number text_pattern_ops);
create index merchants_by_words on merchants using gin (to_tsvector('simple'::regconfig, translate(lower(name), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn')));
-- The platform itself is a merchant, without keys and people, whose books hold unmatched payments.
insert into merchants (id, name, tax_number, city, account_number, charge_fixed, charge_rate, webhook_secret)
values ('ffffffff-ffff-7fff-bfff-ffffffffffff', 'Trilho', '', '', '', 0, 0, '');

create table people (
  id                uuid primary key,
  email             text not null unique check (email = lower(email)),
  name              text not null,
  language          text not null default 'pt' check (language in ('pt', 'en')),
  operator_roles    text[] not null default '{}'::text[] check (operator_roles <@ array['support', 'treasury', 'compliance', 'administrator']),
  is_operator       boolean generated always as (operator_roles <> '{}'::text[]) stored,
  password_hash     text,
  totp_secret       text,
  totp_confirmed_at timestamptz,
  totp_last_step    bigint,
  recovery_hashes   text[] not null default '{}'::text[],
  disabled_at       timestamptz,
  created_at        timestamptz not null
);
comment on table people is 'People who sign in to the portal. An operator has operator_roles, and no membership of a merchant. No password until the invitation is accepted. totp_secret is sealed; totp_last_step is the last one-time code used, which cannot be used again; recovery codes are stored as hashes.';

create table memberships (
  merchant_id uuid not null references merchants,
  person_id   uuid not null references people,
  roles       text[] not null check ((roles <@ array['owner', 'finance', 'approver', 'developer', 'viewer']) and (cardinality(roles) > 0)),
  created_at  timestamptz not null,
  sso_joined_at timestamptz,
  primary key (merchant_id, person_id)
);
comment on table memberships is 'The role of a person at a merchant. people/permissions.ts lists what each role may do. sso_joined_at: when the merchant''s provider first signed the person in; it stays when the provider changes.';
create index memberships_of_person on memberships (person_id);

create table operator_requests (
  id            uuid primary key,
  act           text not null,
  subject       text not null,
  merchant_id   uuid,
  details       jsonb not null,
  sealed_input  text,
  input_hash    text not null,
  basis_hash    text not null,
  state         text not null check (state in ('Requested', 'Waiting', 'Approved', 'Refused', 'Withdrawn', 'Expired', 'Stopped', 'Failed')),
  person_id     uuid not null references people,
  person_name   text not null,
  address       text not null,
  decided_by    text,
  note          text,
  created_at    timestamptz not null,
  expires_at    timestamptz not null,
  decided_at    timestamptz,
  effective_at  timestamptz
);
comment on table operator_requests is 'What one operator asks for and another one approves. input is sealed and goes when the request is decided; basis_hash is of what the act relies on, so that an approval of something outdated is refused. Waiting: approved, and takes effect at effective_at unless an owner of the merchant stops it.';
create unique index operator_requests_open on operator_requests (person_id, act, input_hash) where state = 'Requested';
create index operator_requests_by_state on operator_requests (state, id);

create table operator_days (
  person_id uuid not null references people,
  day       date not null,
  amount    bigint not null,
  primary key (person_id, day)
);
comment on table operator_days is 'What an operator has moved alone on a day of São Paulo, by actions that need another operator only above an amount.';
create index operator_days_by_age on operator_days (day);

create table sso_providers (
  merchant_id          uuid primary key references merchants,
  issuer               text not null,
  client_id            text not null,
  client_secret        text not null,
  trusts_second_factor boolean not null,
  is_required          boolean not null,
  break_glass_id       uuid references people,
  changed_at           timestamptz not null
);
comment on table sso_providers is 'The OpenID Connect provider of a merchant, or of the platform for its operators (under the id of the platform). client_secret is sealed. trusts_second_factor: a sign-in there counts as two factors. is_required: the merchant opens only in sessions that its provider began, and in those of break_glass_id.';

create table sso_domains (
  domain      text primary key check (domain = lower(domain)),
  merchant_id uuid not null
);
comment on table sso_domains is 'Domains of e-mail addresses that belong to a merchant, or to the platform, as operators have found: they lead to its provider, and only its people are linked by e-mail.';
create index sso_domains_of_merchant on sso_domains (merchant_id);

create table sso_identities (
  merchant_id uuid not null,
  issuer      text not null,
  subject     text not null,
  person_id   uuid not null references people,
  created_at  timestamptz not null,
  primary key (merchant_id, issuer, subject),
  unique (merchant_id, issuer, person_id)
);
comment on table sso_identities is 'Whom the subject of a provider is. Made once, by an e-mail that the provider has verified or, for operators, in a session of their own; then only issuer and subject count.';
create index sso_identities_of_person on sso_identities (person_id);

create table sessions (
  id            uuid primary key,
  person_id     uuid not null references people,
  token_hash    text not null unique,
  second_factor boolean not null,
  provider_merchant_id uuid,
  confirmed_at  timestamptz not null,
  address       text not null,
  agent         text not null,
  created_at    timestamptz not null,
  last_seen_at  timestamptz not null,
  expires_at    timestamptz not null,
  ended_at      timestamptz
);
comment on table sessions is 'Signed-in browsers. The token of the cookie is stored as a hash. confirmed_at is when the person last entered a password or code. provider_merchant_id: whose provider has signed the person in; null: their own password or passkey.';
create index sessions_expired on sessions (expires_at);
create index sessions_of_person on sessions (person_id, id);

create table passkeys (
  id            uuid primary key,
  person_id     uuid not null references people,
  credential_id text not null unique,
  public_key    text not null,
  counter       bigint not null check (counter >= 0),
  transports    text[] not null,
  name          text not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz
);
comment on table passkeys is 'Public keys of WebAuthn credentials with which people sign in and confirm who they are. credential_id and public_key are base64url. counter is what the authenticator reported last, if it counts: a lower one is a copy.';
create index passkeys_of_person on passkeys (person_id, id);

create table spent_challenges (
  challenge_hash text primary key,
  expires_at     timestamptz not null
);
comment on table spent_challenges is 'Challenges of passkeys and states of single sign-on that were answered: each is accepted once. They carry their own signature and expiry, so that none is stored before it is answered.';
create index spent_challenges_expired on spent_challenges (expires_at);

create table one_time_tokens (
  token_hash text primary key,
  person_id  uuid references people,
  purpose    text not null check (purpose in ('invitation', 'passwordReset')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);
comment on table one_time_tokens is 'Invitations and password resets: each works once, until it expires. Only the hash is stored. A reset for an address that nobody has is a row without a person, so that both take the same time.';
create index one_time_tokens_expired on one_time_tokens (expires_at);
create index one_time_tokens_of_person on one_time_tokens (person_id);

create table guesses (
  key          text primary key,
  forgotten_at timestamptz not null
);
comment on table guesses is 'Wrong passwords and codes, counted for all processes: each moves forgotten_at further into the future, and attempts are refused while it is too far. A row whose forgotten_at has passed is removed. Keys are hashes of the account and of the source.';
create index guesses_forgotten on guesses (forgotten_at);

create table audit_entries (
  merchant_id   uuid not null references merchants,
  sequence      bigint not null,
  at            timestamptz not null,
  person_id     uuid references people,
  person_name   text not null,
  act           text not null,
  subject       text not null,
  details       jsonb not null,
  address       text not null,
  previous_hash text not null,
  hash          text not null,
  content_hash  text not null default '',
  salt          text not null default '',
  is_redacted   boolean not null default false,
  primary key (merchant_id, sequence)
);
comment on table audit_entries is 'Audit log: every change a person made, written in the same transaction as the change. Append-only. Each merchant has its own chain, and so has the platform (under the id of the platform): the keyed hash of a row covers the row before.';
comment on column audit_entries.content_hash is 'Of person_name, subject, details, address and salt, as they were written. hash covers it instead of them, so that personal data can be redacted and the chain stays provable. A redacted entry has lost its salt, so that nobody can try out what it said; the platform''s chain has the hash of what it says now.';
create index audit_entries_by_time on audit_entries (at, merchant_id, sequence);
create index audit_entries_of_kind on audit_entries (act, at, merchant_id, sequence);
create index audit_entries_of_merchant on audit_entries (merchant_id, at, sequence);
create index audit_entries_of_person on audit_entries (person_id, at, merchant_id, sequence);
create function refuse_change_of_audit_entries() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_entries_are_kept before delete on audit_entries
  for each statement execute function refuse_change_of_audit_entries();
-- Only what a redaction changes may change.
create trigger audit_entries_are_not_changed before update on audit_entries
  for each row when (not new.is_redacted or new.salt <> ''
    or (new.merchant_id, new.sequence, new.at, new.act, new.previous_hash, new.hash, new.content_hash)
       is distinct from (old.merchant_id, old.sequence, old.at, old.act, old.previous_hash, old.hash, old.content_hash)
    or new.person_id is distinct from old.person_id)
  execute function refuse_change_of_audit_entries();
create trigger audit_entries_are_not_emptied before truncate on audit_entries
  for each statement execute function refuse_change_of_audit_entries();

create table audit_chain_heads (
  merchant_id     uuid primary key references merchants,
  sequence        bigint not null,
  hash            text not null,
  sealed_sequence bigint not null default 0
);
comment on table audit_chain_heads is 'The last entry of each chain: its row is locked to append, and reveals entries that were cut off the end. sealed_sequence: the last entry that is sealed into the chain of the platform.';

create table access_keys (
  merchant_id  uuid not null references merchants,
  id           uuid not null,
  secret_hash  text not null,
  state        text not null check (state in ('Pending', 'Active', 'Expired', 'Revoked')),
  scopes       text[] not null check ((scopes <@ array['payments', 'company-payments']) and (cardinality(scopes) > 0)),
  expires_at   timestamptz,
  created_at   timestamptz not null default now(),
  name         text not null default '',
  created_by   uuid references people,
  last_used_at timestamptz,
  replaced_by  uuid,
  confirmed_by uuid references people,
  confirmed_at timestamptz,
  overlap      text check (overlap in ('none', 'hour', 'day', 'week')),
  networks     text[] not null default '{}',
  loosened_networks text[],
  networks_loosened_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, replaced_by) references access_keys(merchant_id, id)
);
comment on table access_keys is 'Credentials of a merchant''s programs. The access key contains merchant_id and id; the secret is stored as a hash only. last_used_at is up to a minute late. The person who created or confirmed a key counts as the requester of every payment requested with it.';
comment on column access_keys.networks is 'Networks (CIDR) that calls with it must come from; none: any. From networks_loosened_at on loosened_networks hold instead, which allow more.';

create table queued_notifications (
  merchant_id uuid not null,
  id          uuid not null,
  kind        text not null,
  subject     text not null,
  details     jsonb not null,
  not_to      text[] not null default '{}'::text[],
  created_at  timestamptz not null,
  sent_at     timestamptz,
  over_at     timestamptz,
  primary key (merchant_id, id)
);
comment on table queued_notifications is 'Notifications to send, one row for each subject: a request that waits, an address that cannot be reached. A worker finds the people concerned, except not_to, and notifies them. merchant_id is the platform''s if only operators are concerned. over_at: it is resolved, and the same subject may be queued again.';
create index queued_notifications_by_age on queued_notifications (created_at);
create unique index queued_notifications_once on queued_notifications (merchant_id, kind, subject) where over_at is null;
create index queued_notifications_open on queued_notifications (kind, created_at) where over_at is null;
create index queued_notifications_unsent on queued_notifications (created_at) where sent_at is null and over_at is null;

create table notifications (
  merchant_id uuid not null,
  person_id   uuid not null,
  id          uuid not null,
  kind        text not null,
  subject     text not null,
  details     jsonb not null,
  created_at  timestamptz not null,
  read_at     timestamptz,
  primary key (merchant_id, person_id, id)
);
comment on table notifications is 'A notification as one person sees it in the portal; id is that of the queued notification. merchant_id is the platform''s for notifications to operators.';
create index notifications_by_age on notifications (created_at);
create index notifications_unread on notifications (merchant_id, person_id) where read_at is null;
create index notifications_unread_of_queued on notifications (merchant_id, id) where read_at is null;

create table notification_choices (
  merchant_id uuid not null,
  person_id   uuid not null,
  topic       text not null,
  by_mail     boolean not null,
  in_portal   boolean not null,
  primary key (merchant_id, person_id, topic)
);
comment on table notification_choices is 'How a person wants to be notified of a topic at a merchant, or as an operator, if it differs from the default in notifications/kinds.ts.';

-- money: ledger, bank rails, bank orders, transactions, refunds, webhooks

create table balances (
  merchant_id uuid primary key references merchants,
  available   bigint not null default 0,
  held        bigint not null default 0,
  bank        bigint not null default 0,
  fees        bigint not null default 0,
  postings    bigint not null default 0,
  posted_at   timestamptz,
  suspense    bigint not null default 0,
  blocked     bigint not null default 0,
  tariffs     bigint not null default 0,
  reserved    bigint not null default 0,
  to_block    bigint not null default 0,
  check ((((((((available + held) + blocked) + bank) + fees) + suspense) + tariffs) + reserved) = 0)
);
comment on table balances is 'Running sums of a merchant''s postings, and their number. The row is the lock under which a merchant''s money moves.';
comment on column balances.to_block is 'What undecided disputes ask for and could not block yet: money that comes in is blocked for them. No posting; it is counted anew when a dispute changes.';
insert into balances (merchant_id) values ('ffffffff-ffff-7fff-bfff-ffffffffffff');

create table postings (
  merchant_id     uuid not null,
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
  suspense        bigint not null default 0,
  blocked         bigint not null default 0,
  blocked_after   bigint not null default 0,
  reserved_after  bigint not null default 0,
  tariffs         bigint not null default 0,
  reserved        bigint not null default 0,
  primary key (merchant_id, sequence),
  check ((((((((available + held) + blocked) + bank) + fees) + suspense) + tariffs) + reserved) = 0)
);
comment on table postings is 'Append-only double entry: one row for each movement, one column for each account. sequence counts a merchant''s movements without gaps. All balances are derived from it.';
create index postings_by_time on postings (merchant_id, posted_at, sequence);
create index postings_of_transaction on postings (merchant_id, transaction_id);

create table reserve_holds (
  merchant_id    uuid not null references merchants,
  transaction_id uuid not null,
  amount         bigint not null check (amount > 0),
  held_at        timestamptz not null,
  release_at     timestamptz not null,
  released_at    timestamptz,
  primary key (merchant_id, transaction_id)
);
comment on table reserve_holds is 'What is held back of each received payment, as a security, until release_at. It is released earlier where the balance is below zero.';
create index reserve_holds_due on reserve_holds (release_at) where released_at is null;
create index reserve_holds_of_merchant on reserve_holds (merchant_id, release_at) where released_at is null;

create table bank_connections (
  id                     uuid primary key,
  name                   text not null,
  dialect                text not null,
  is_default             boolean not null,
  created_at             timestamptz not null default now(),
  sealed_settings        text,
  paused_at              timestamptz,
  certificate_expires_at timestamptz,
  callback_token         text unique,
  pix_key                text unique,
  swept_until            timestamptz,
  next_sweep_at          timestamptz not null default now(),
  next_callback_check_at timestamptz not null default now(),
  callback_tries         integer not null default 0,
  disputes_unread_since  timestamptz,
  payout_callbacks_by    uuid,
  callback_missing_since timestamptz,
  least_balance          bigint check (least_balance > 0),
  away_since             timestamptz,
  away_seen_at           timestamptz,
  clock_drift_ms         bigint
);
comment on table bank_connections is 'Banks that move the money. dialect names the variant of the API; the simulator exists only in a sandbox. A merchant has connections of its own for charges, payouts and initiations, in an order, or the default.';
comment on column bank_connections.pix_key is 'The Pix key that is credited, as keys are compared: it belongs to one connection. Null: the simulator.';
comment on column bank_connections.callback_tries is 'How many times in a row its callback URL could not be ensured: the pause before the next try grows with it.';
comment on column bank_connections.disputes_unread_since is 'Since when the cases of this bank could not all be read; null: they can.';
comment on column bank_connections.payout_callbacks_by is 'Another connection to the same account, whose URL the bank calls about payouts: an account has one. Null: its own, or that of its key.';
comment on column bank_connections.callback_missing_since is 'Since when this bank refuses payouts because it has lost our callback URL; null: it has it, or does not need it.';
comment on column bank_connections.least_balance is 'Operators are shown when the bank holds less by the books, with the transfer from another bank that fills it up; null: never.';
comment on column bank_connections.away_since is 'Since when a process does not call this bank, for some kind of call, because it gives no answer. away_seen_at is when a process last saw it so.';
comment on column bank_connections.clock_drift_ms is 'How far the clock of the bank was ahead of the database''s, by the Date header of its last response; null: not known.';
create unique index bank_connections_default on bank_connections (is_default) where is_default;

create unlogged table bank_call_limits (
  account       text not null,
  kind          text not null,
  limited_until timestamptz not null,
  primary key (account, kind)
);
comment on table bank_call_limits is 'Until when a bank takes no calls of a kind for an account (a hash), as it said with a 429: what one process learnt holds for all. One row for each kind at most.';

create table connection_balances (
  connection_id uuid primary key references bank_connections on delete cascade,
  amount        bigint not null
);
comment on table connection_balances is 'What each bank holds for the platform by the books: what came in through the connection less what went out, as far as postings are summed (volume_marks).';

create table adjustments (
  merchant_id    uuid not null references merchants,
  id             uuid not null,
  sequence       bigint not null,
  name           text not null check (name in ('adjustmentIn', 'adjustmentOut', 'debtWrittenOff', 'tariffPaid', 'feesWithdrawn', 'ownMoneyAdded')),
  connection_id  uuid references bank_connections,
  amount         bigint not null check (amount > 0),
  reason         text not null,
  evidence       text not null,
  end_to_end_id  text,
  transaction_id uuid,
  exception_id   uuid,
  statement_row  text,
  made_by        text not null,
  created_at     timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, sequence),
  unique (merchant_id, statement_row),
  constraint adjustments_bank check ((connection_id is null) = (name = 'debtWrittenOff'))
);
comment on table adjustments is 'Postings that no payment makes, each with its reason and evidence, by a person: sequence is that of its posting, name how the money moved, connection_id the bank at which it did. transaction_id and exception_id say what it was about, statement_row which row of a bank''s statement it books, once. Bank tariffs, withdrawn fees and own money are the platform''s.';
create index adjustments_of_connection on adjustments (connection_id, id);
create index adjustments_of_payment on adjustments (end_to_end_id) where end_to_end_id is not null;

create table evidence_files (
  merchant_id    uuid not null,
  id             uuid not null,
  transaction_id uuid,
  file_name      text not null,
  extension      text not null,
  content_type   text not null,
  size_bytes     bigint not null check (size_bytes > 0),
  sha256         text not null,
  uploaded_by    text not null,
  created_at     timestamptz not null,
  used_at        timestamptz,
  primary key (merchant_id, id)
);
comment on table evidence_files is 'Files that show why an operator adjusts the books. The bytes are in the storage of files, under the id. used_at is when an act or its request first referred to it; one that none refers to within a day is deleted.';
create index evidence_files_of_payments on evidence_files (merchant_id, transaction_id) where transaction_id is not null;

create table webhook_events (
  merchant_id     uuid not null,
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
  position        integer not null default 1,
  lane            text not null,
  stage           text not null check (stage in ('Waiting', 'Due', 'Sending', 'Finished')),
  step            integer not null default 0,
  followed        boolean not null default false,
  accepted        boolean not null default false,
  scope           text not null default 'payments' check (scope in ('payments', 'company-payments')),
  primary key (merchant_id, id),
  check ((stage = 'Finished') = (next_attempt_at is null))
);
comment on table webhook_events is 'Events for merchants, written in the commit of the state change. next_attempt_at is also the lease of the process that is sending it now.';
create index webhook_events_due on webhook_events (merchant_id, lane, next_attempt_at) where next_attempt_at is not null;
create index webhook_events_failed on webhook_events (merchant_id, id) where status = 'Failed';
create index webhook_events_of_transaction on webhook_events (transaction_id, "position");

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
comment on table webhook_attempts is 'Every call of a webhook and its result. answer is the beginning of the response, error why there was none.';
create index webhook_attempts_by_time on webhook_attempts using brin (at) with (autosummarize='on');

create table undelivered (
  merchant_id    uuid not null,
  transaction_id uuid not null,
  position       integer not null,
  primary key (merchant_id, transaction_id)
);
comment on table undelivered is 'Payments whose newest webhook event was deleted by retention before it was delivered. position is that of the event: the row counts until the payment has a newer one.';

create unlogged table webhook_circuits (
  merchant_id uuid not null,
  lane        text not null,
  open_until  timestamptz,
  cooldown_ms integer,
  outcome     text,
  error       text,
  changed_at  timestamptz not null default clock_timestamp(),
  primary key (merchant_id, lane)
);
comment on table webhook_circuits is 'Destinations that fail, and until when only a probe is sent to them. Shared by all processes; losing the rows in a crash does no harm.';
comment on column webhook_circuits.open_until is 'When one event may probe it; null: it responds again.';
create index webhook_circuits_changed on webhook_circuits (changed_at);

create unlogged table webhook_senders (
  id      uuid primary key,
  seen_at timestamptz not null default clock_timestamp()
);
comment on table webhook_senders is 'A row for each process that sends; one that was not seen for some seconds has died.';

create table bank_orders (
  merchant_id       uuid not null,
  id                uuid not null,
  kind              text not null check (kind in ('payout', 'return', 'cancellation', 'initiation')),
  transaction_id    uuid not null,
  subject           text,
  connection_id     uuid,
  bank_reference    text,
  lane              text generated always as (coalesce(connection_id::text, '') || ' ' || merchant_id::text) stored,
  state             text not null check (state in ('Waiting', 'Asking', 'Exception', 'Held')),
  attempts          integer not null default 0,
  step              integer not null default 0,
  next_step_at      timestamptz,
  created_at        timestamptz not null,
  cause_from_notice text,
  deferrals         integer not null default 0,
  is_bank_away      boolean not null default false,
  refusals          integer not null default 0,
  unanswered_since  timestamptz,
  key_look_up       text,
  primary key (merchant_id, id),
  check ((state in ('Exception', 'Held')) = (next_step_at is null))
);
comment on table bank_orders is 'What a bank was ordered to do and has not finished. id is also our id at the bank, written before the first call. subject is the refund or the consent it belongs to. bank_reference is the bank''s id, if the bank can be asked by nothing else. attempts counts claims and fences them: a process with an older number cannot write. step is the position in the schedule. next_step_at is the next call, or the end of the lease.';
comment on column bank_orders.cause_from_notice is 'Why the bank refuses it, as a callback said. Anybody can call back, so it counts only if the bank itself says that it has refused, and gives no reason.';
comment on column bank_orders.deferrals is 'How many of its attempts sent nothing, because the bank takes no more calls for now or was not reached.';
comment on column bank_orders.is_bank_away is 'It waits because the bank did not answer: it goes on when the bank answers again.';
comment on column bank_orders.key_look_up is 'The bank''s id of the look-up of the recipient''s key when the payout was made, which the payout may use for a moment. Nothing was sent under it until it is the bank_reference.';
comment on column bank_orders.unanswered_since is 'When the first of the steps was that the bank has not answered usefully since its last useful answer; null: it has. Probes do not use up the schedule, so a person looks after this time.';
comment on column bank_orders.refusals is 'How many steps in a row the bank has refused without a final result: a person looks when it stays so.';
create index bank_orders_by_id on bank_orders (id);
create index bank_orders_by_reference on bank_orders (lower(bank_reference)) where bank_reference is not null;
create index bank_orders_due on bank_orders (lane, next_step_at) where next_step_at is not null;
create index bank_orders_of_transaction on bank_orders (merchant_id, transaction_id);
create index bank_orders_held on bank_orders (merchant_id) where state = 'Held';
create index bank_orders_bank_away on bank_orders (connection_id) where is_bank_away;

create table transactions (
  merchant_id          uuid not null,
  id                   uuid not null,
  operation            text not null check (operation in ('pixCashIn', 'pixBill', 'pixCashOut', 'paymentInitiation', 'companyPayment', 'unmatchedPayment', 'withdrawal')),
  state                text not null check (state in ('Requested', 'Created', 'Registered', 'Completed', 'Cancelled', 'Reversed', 'Refunded', 'Error')),
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
  webhook_url          text,
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
  bank_words           text,
  expires_at           timestamptz,
  events               integer not null default 0,
  refunded_amount      bigint not null default 0 check (refunded_amount >= 0),
  redirect_url         text,
  key_id               uuid,
  connection_id        uuid,
  refunding_amount     bigint not null default 0 check (refunding_amount >= 0),
  payment_link_id      uuid,
  disputed_amount      bigint not null default 0,
  customer_id          uuid,
  metadata             jsonb,
  only_this_payer      boolean not null default false,
  primary key (merchant_id, id)
);
comment on table transactions is 'One payment in or out, from request to final state. counterparty is the person named in the request, participant the one who really paid or was paid. metadata is the merchant''s own; null: none. only_this_payer: money of another document is returned.';
create index transactions_by_end_to_end_id on transactions (end_to_end_id) where end_to_end_id is not null;
create index transactions_expiring on transactions (expires_at) where state = 'Registered' and expires_at is not null;
create index transactions_failed_payouts on transactions (id) where state in ('Cancelled', 'Error') and operation in ('pixCashOut', 'companyPayment', 'withdrawal');
create index transactions_failed_payouts_at_bank on transactions (lower(external_id)) where state in ('Cancelled', 'Error') and operation in ('pixCashOut', 'companyPayment', 'withdrawal') and external_id is not null;
create index transactions_of_counterparty on transactions (coalesce((counterparty ->> 'cpf'), (counterparty ->> 'cnpj')), merchant_id, id) where counterparty is not null;
comment on column transactions.customer_id is 'The customer that is charged; stays when the customer is deleted.';
create index transactions_of_customers on transactions (merchant_id, customer_id, id) where customer_id is not null;
create index transactions_of_links on transactions (merchant_id, payment_link_id, id) where payment_link_id is not null;
create index transactions_of_participant on transactions (((participant ->> 'taxNumber')), merchant_id, id) where participant is not null and ((participant ->> 'taxNumber') is distinct from coalesce((counterparty ->> 'cpf'), (counterparty ->> 'cnpj')));
create unique index transactions_once on transactions (idempotency_key, merchant_id, operation);
create index transactions_uncommon on transactions (merchant_id, state, id) where state in ('Requested', 'Cancelled', 'Reversed', 'Refunded', 'Error');

create table unanswered_charges (
  merchant_id     uuid not null,
  idempotency_key text not null,
  request_hash    text not null,
  transaction_id  uuid not null,
  connection_id   uuid not null references bank_connections,
  expires_at      timestamptz not null,
  asked_at        timestamptz not null,
  primary key (merchant_id, idempotency_key)
);
comment on table unanswered_charges is 'Charges that a bank was asked for and that are not written yet: when the request is repeated, this bank is asked first, and makes no second one. Until expires_at somebody could pay it.';
create index unanswered_charges_expiring on unanswered_charges (expires_at);

create table second_charges (
  merchant_id    uuid not null,
  transaction_id uuid not null,
  connection_id  uuid not null references bank_connections,
  expires_at     timestamptz not null,
  primary key (merchant_id, transaction_id, connection_id)
);
comment on table second_charges is 'Banks that may have a charge besides the bank of its transaction, because the merchant allowed that when the charge was made: a payment there counts for it.';
create index second_charges_expiring on second_charges (expires_at);

create table bank_exceptions (
  merchant_id    uuid not null,
  id             uuid not null,
  transaction_id uuid,
  bank_order_id  uuid,
  kind           text not null check (kind in ('payout', 'return', 'cancellation', 'initiation')),
  subject        text,
  expected       jsonb not null,
  said           jsonb not null,
  state          text not null check (state in ('Open', 'Ended')),
  created_at     timestamptz not null,
  ended_at       timestamptz,
  ended_by       text,
  act            text,
  note           text,
  connection_id  uuid references bank_connections,
  end_to_end_id  text,
  amount         bigint,
  bank_answer    text check (bank_answer in ('accepted', 'paid', 'returned', 'refused', 'doubtful', 'unknown')),
  bank_answered_at timestamptz,
  sent_to        jsonb,
  primary key (merchant_id, id),
  check ((state = 'Ended') = (ended_at is not null)),
  constraint bank_exceptions_check1 check ((transaction_id is not null) or ((connection_id is not null) and (amount is not null))),
  foreign key (merchant_id, transaction_id) references transactions(merchant_id, id)
);
comment on table bank_exceptions is 'A bank gave no final result, or contradicts the books: what we expected and what the bank said, each a code and a value, until a person closes it by an action. bank_answer is what the bank said of the order when it was last asked for a person. If no transaction is known, connection_id, end_to_end_id and amount say what the bank reported; without an end_to_end_id it is about the balance of the whole account.';
comment on column bank_exceptions.sent_to is 'To whom a bank has sent a payout that the books do not know: key, document and time, as far as it reports them. After a restore a payout like it may be a repetition.';
create index bank_exceptions_of_transaction on bank_exceptions (merchant_id, transaction_id);
create index bank_exceptions_open on bank_exceptions (id) where state = 'Open';
create index bank_exceptions_without_transaction on bank_exceptions (lower(end_to_end_id)) where transaction_id is null;

create table received_payments (
  end_to_end_id  text not null,
  merchant_id    uuid not null,
  transaction_id uuid not null,
  other_spelling text
);
comment on table received_payments is 'The transaction in which each payment that a bank received is booked: a charge of a merchant, or an unmatched payment of the platform. end_to_end_id is as the bank spelled it first: the key ignores capitals and prevents that a payment is booked twice. other_spelling is how the bank spelled it last, where that differs: a bank that does not find the first is called with it.';
create unique index received_payments_once on received_payments (lower(end_to_end_id));

create table sent_payments (
  end_to_end_id  text not null,
  merchant_id    uuid not null,
  transaction_id uuid,
  adjustment_id  uuid,
  constraint sent_payments_booked_once check ((transaction_id is null) <> (adjustment_id is null))
);
comment on table sent_payments is 'What books each payment that a bank has sent: a payout, or an adjustment where the books know none. As for received payments the key ignores capitals and prevents that a payment is booked twice.';
create unique index sent_payments_once on sent_payments (lower(end_to_end_id));

create table unmatched_payments (
  merchant_id    uuid not null,
  transaction_id uuid not null,
  unmatched_id   uuid not null,
  reason         text not null check (reason in ('WrongAmount', 'WrongPayer', 'SecondPayment', 'AfterEnd')),
  created_at     timestamptz not null,
  primary key (merchant_id, transaction_id, unmatched_id),
  foreign key (merchant_id, transaction_id) references transactions(merchant_id, id)
);
comment on table unmatched_payments is 'Payments for a charge that could not be credited to it. unmatched_id is the transaction of the platform that holds the money in suspense and returns it.';
create index unmatched_payments_of_unmatched on unmatched_payments (unmatched_id);

create table daily_outflows (
  merchant_id uuid not null references merchants,
  operation   text not null check (operation in ('pixCashOut', 'companyPayment')),
  day         date not null,
  amount      bigint not null check (amount >= 0),
  counted_at  timestamptz not null,
  primary key (merchant_id, operation)
);
comment on table daily_outflows is 'What a merchant with a daily limit has sent on its last day, so that it need not be summed for each payment. It may be too high, never too low: counted_at is when it was last summed, and payments that were cancelled or failed since are subtracted before a payment is refused.';

create table refunds (
  merchant_id    uuid not null references merchants,
  transaction_id uuid not null,
  id             text not null,
  amount         bigint not null check (amount > 0),
  asked_amount   bigint,
  created_at     timestamptz not null,
  state          text not null check (state in ('Processing', 'Completed', 'Failed')),
  cause          text,
  bank_words     text,
  ended_at       timestamptz,
  requested_by   jsonb not null,
  reason         text,
  primary key (merchant_id, transaction_id, id),
  check ((state = 'Processing') = (ended_at is null)),
  foreign key (merchant_id, transaction_id) references transactions(merchant_id, id)
);
comment on table refunds is 'Money returned to payers: refunds that a merchant requested, with its id or ours, and those a bank made by itself. asked_amount is null if the rest was requested.';

-- products: what merchants use

create table payout_recipients (
  merchant_id uuid not null references merchants,
  id          uuid not null,
  name        text not null,
  tax_number  text not null,
  key_type    text not null check (key_type in ('CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP')),
  pix_key     text not null,
  created_at  timestamptz not null,
  created_by  text not null,
  primary key (merchant_id, id),
  unique (merchant_id, pix_key, tax_number)
);
comment on table payout_recipients is 'Recipients that an owner has approved: where a merchant restricts cash-outs by API, they go to these keys of these people only.';

create table search_terms (
  merchant_id    uuid not null,
  term           text collate "C" not null,
  transaction_id uuid not null,
  primary key (merchant_id, term, transaction_id)
);
comment on table search_terms is 'Words of names, order ids, end-to-end ids and amounts ($10.500000) of transactions, in lower case without accents. Sorted by bytes (collate "C"), so that terms with the same prefix are adjacent. Without a foreign key: a term of a deleted transaction finds nothing.';

create table search_term_marks (
  merchant_id   uuid primary key,
  made_until    uuid not null default '00000000-0000-0000-0000-000000000000',
  posted_until  bigint not null default 0,
  look_at       timestamptz not null,
  pause_ms      integer not null default 0,
  checked_until uuid not null default '00000000-0000-0000-0000-000000000000'
);
comment on table search_term_marks is 'How far a merchant''s transactions are indexed in search_terms: up to which transaction by its id, and up to which posting, because names arrive with the payment. look_at is when a worker indexes next; it is moved ahead first.';
comment on column search_term_marks.checked_until is 'The last transaction for which a second check, some minutes later, has confirmed its terms.';
create index search_term_marks_due on search_term_marks (look_at);

create table transaction_notes (
  merchant_id    uuid not null,
  transaction_id uuid not null,
  id             uuid not null,
  person_id      uuid not null,
  person_name    text not null,
  text           text not null,
  created_at     timestamptz not null,
  primary key (merchant_id, transaction_id, id)
);
comment on table transaction_notes is 'Notes of a merchant''s people about a transaction. No program and no payer reads them.';

create table saved_filters (
  merchant_id uuid not null,
  person_id   uuid not null,
  id          uuid not null,
  name        text not null,
  query       text not null,
  created_at  timestamptz not null,
  primary key (merchant_id, person_id, id),
  unique (merchant_id, person_id, name)
);
comment on table saved_filters is 'Filters of the list of transactions that a person has saved by name: query is the query string of the screen.';

create table consents (
  merchant_id       uuid not null references merchants,
  id                uuid not null,
  transaction_id    uuid not null,
  institution_id    text not null,
  institution_name  text not null,
  language          text not null check (language in ('pt', 'en')),
  external_id       text not null,
  state             text not null check (state in ('AwaitingAuthorisation', 'Authorised', 'Consumed', 'Rejected')),
  rejection_reason  text check (rejection_reason in ('CustomerRefused', 'AuthorisationExpired', 'TechnicalFailure', 'Replaced', 'PaymentClosed')),
  authorisation_url text not null,
  access            text,
  end_to_end_id     text,
  created_at        timestamptz not null,
  expires_at        timestamptz not null,
  authorised_at     timestamptz,
  consumed_at       timestamptz,
  rejected_at       timestamptz,
  is_followed       boolean not null default false,
  primary key (merchant_id, id),
  check ((state = 'Rejected') = (rejection_reason is not null)),
  foreign key (merchant_id, transaction_id) references transactions(merchant_id, id)
);
comment on table consents is 'A payer''s permission to pay one transaction from one bank. Changed only under the lock of its transaction. access is sealed and stored only while it is needed.';
comment on column consents.is_followed is 'The bank pays as soon as the payer agrees, so it is asked about the result from the start. Neither our clock nor another choice of the payer stops that.';
create index consents_followed on consents (external_id) where is_followed;
create index consents_of_transaction on consents (merchant_id, transaction_id, id);
create unique index consents_one_live on consents (merchant_id, transaction_id) where state in ('AwaitingAuthorisation', 'Authorised');
create index consents_waiting on consents (expires_at) where state = 'AwaitingAuthorisation';

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
  primary key (merchant_id, request_id, id)
);
comment on table approval_steps is 'Who requested a payment or a batch of payments (request_id), and who decided what about it, in order. Append-only.';

create table receivers (
  merchant_id  uuid not null references merchants,
  id           uuid not null,
  status       text not null check (status in ('Pending', 'Approved', 'Rejected')),
  fantasy_name text not null,
  cnpj         text not null,
  review_note  text,
  created_at   timestamptz not null,
  revision     integer not null default 0,
  reviewed_at  timestamptz,
  primary key (merchant_id, id)
);
comment on table receivers is 'Companies a merchant may pay, registered in the portal and reviewed by the operator.';
create index receivers_by_status on receivers (merchant_id, status, id);
create index receivers_to_review on receivers (id) where status = 'Pending';

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
  status      text not null default 'Pending' check (status in ('Pending', 'Approved', 'Rejected')),
  review_note text,
  reviewed_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, receiver_id) references receivers(merchant_id, id)
);
comment on table receiver_accounts is 'Bank accounts of receivers, reviewed by the operator. The PIX key is always a CNPJ.';
create index receiver_accounts_of_receiver on receiver_accounts (merchant_id, receiver_id, id);
create index receiver_accounts_to_review on receiver_accounts (id) where status = 'Pending';

create table payment_requests (
  merchant_id    uuid not null,
  id             uuid not null,
  transaction_id uuid not null,
  receiver_id    uuid,
  account_id     uuid,
  receiver_as_sent text,
  account_as_sent text,
  status         text not null check (status in ('Pending', 'Approved', 'Rejected', 'Cancelled')),
  description    text not null,
  key_look_up    text,
  created_at     timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, transaction_id),
  constraint payment_requests_receiver_has_account check ((receiver_id is null) = (account_id is null)),
  foreign key (merchant_id, account_id) references receiver_accounts(merchant_id, id),
  foreign key (merchant_id, receiver_id) references receivers(merchant_id, id),
  foreign key (merchant_id, transaction_id) references transactions(merchant_id, id)
);
comment on table payment_requests is 'Requests to pay a company, or to withdraw the balance (without a receiver), decided by approvers. Amount and state are those of its transaction. receiver_as_sent and account_as_sent are the ids as the merchant wrote them, where it wrote them differently. key_look_up is the id under which the bank looked the key up, which the payout uses if it still goes there. Its first approval step says who requested it.';
create index payment_requests_by_status on payment_requests (merchant_id, status, id);
create index payment_requests_of_receiver on payment_requests (merchant_id, receiver_id, id);
create index payment_requests_to_decide on payment_requests (id) where status = 'Pending';

create table documents (
  merchant_id  uuid not null,
  id           uuid not null,
  request_id   uuid,
  state        text not null check (state in ('Pending', 'Uploaded', 'Deleted')),
  name         text not null,
  file_name    text not null,
  extension    text not null,
  content_type text,
  size_bytes   bigint,
  created_at   timestamptz not null,
  look_at      timestamptz,
  busy_until   timestamptz,
  dispute_id   uuid,
  primary key (merchant_id, id),
  check ((state <> 'Uploaded') or ((content_type is not null) and (size_bytes > 0))),
  constraint documents_owner check ((request_id is null) <> (dispute_id is null)),
  foreign key (merchant_id, request_id) references payment_requests(merchant_id, id)
);
comment on table documents is 'Invoices of payment requests. The bytes are in the storage, under merchant and document id. look_at is when a worker next checks whether bytes were uploaded, or cleans up; null: no upload is possible.';
comment on column documents.busy_until is 'The lease of the process that stores or deletes its bytes. It grows with every lease, and fences a process that is late.';
create index documents_of_request on documents (merchant_id, request_id, id);
create index documents_to_look_at on documents (look_at) where look_at is not null;

create table customers (
  merchant_id     uuid not null,
  id              uuid not null,
  name            text not null,
  document        text,
  email           text,
  phone           text,
  address         jsonb,
  notes           text,
  metadata        jsonb,
  external_id     text,
  search_text     text not null,
  idempotency_key text,
  request_hash    text,
  created_at      timestamptz not null,
  changed_at      timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, idempotency_key)
);
comment on table customers is 'People and companies that a merchant charges. document is a CPF or CNPJ without punctuation. search_text has name, e-mail, document, phone and external id without accents and capitals.';
create unique index customers_by_external_id on customers (merchant_id, external_id) where external_id is not null;
create index customers_by_document on customers (merchant_id, document) where document is not null;

create table bills (
  merchant_id            uuid not null,
  id                     uuid not null,
  due_date               date not null,
  on_time_until          date not null,
  payable_days_after_due integer not null check (payable_days_after_due between 0 and 365),
  payable_until          date not null,
  terms                  jsonb not null,
  lines                  jsonb,
  payer_contact          jsonb,
  revision               integer not null,
  changes                jsonb not null default '[]',
  paid_on                date,
  paid_original          bigint,
  paid_fine              bigint,
  paid_interest          bigint,
  paid_rebate            bigint,
  paid_discount          bigint,
  primary key (merchant_id, id)
);
comment on table bills is 'What a transaction of the operation pixBill has besides, under the same id: due date, terms, lines, and how the paid amount is made up.';
comment on column bills.on_time_until is 'The last day on which it is not late: the first business day from its due date on.';
comment on column bills.terms is 'Fine, interest, rebate and discount, as they were requested.';
comment on column bills.revision is 'Counts changes, so that two at once do not undo each other.';
comment on column bills.changes is 'The last fifty changes, oldest first: when, by a person or a key, what the terms were and are.';
comment on column bills.paid_original is 'paid_original + paid_fine + paid_interest - paid_rebate - paid_discount is the paid amount, as the bank makes it up. Null: not paid, or the bank does not say.';
create index bills_by_due_date on bills (merchant_id, due_date, id);

create table payment_links (
  merchant_id          uuid not null,
  id                   uuid not null,
  state                text not null,
  title                text not null,
  description          text,
  amount               bigint check (amount > 0),
  min_amount           bigint check (min_amount > 0),
  max_amount           bigint check (max_amount > 0),
  stock                integer check (stock > 0),
  ends_at              timestamptz,
  asks_payer           boolean not null,
  redirect_url         text,
  webhook_url          text,
  webhook_header_name  text,
  webhook_header_value text,
  key_id               uuid,
  person_id            uuid,
  idempotency_key      text,
  request_hash         text,
  open_count           integer not null default 0 check (open_count >= 0),
  paid_count           integer not null default 0 check (paid_count >= 0),
  paid_amount          bigint not null default 0,
  created_at           timestamptz not null,
  static_id            text,
  qr_code              text,
  connection_id        uuid,
  metadata        jsonb,
  primary key (merchant_id, id),
  unique (merchant_id, idempotency_key),
  check ((open_count + paid_count) <= stock)
);
comment on table payment_links is 'Public pages at which a merchant is paid. amount: null if the payer chooses it, within min_amount and max_amount. stock is the maximum number of payments; null: any number. open_count are its charges that can still be paid, each of which reserves one of the stock; paid_count and paid_amount are those that were paid, returned since or not. Created with an access key (key_id) or by a person in the portal (person_id).';
create index payment_links_ending on payment_links (ends_at) where state = 'Active' and ends_at is not null;
create unique index payment_links_static on payment_links (merchant_id, static_id) where static_id is not null;

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
  check ((made_count + refused_count) <= row_count)
);
comment on table payout_batches is 'Payments that were requested together and are decided together, by the steps of approval_steps. amount and charges are the sums of its rows, by the billing plan of the day of the request (charge_fixed, charge_rate), which its payments use too. made_* and refused_* count the finished rows. While it is Running, next_step_at is when a worker continues, or the end of its lease.';
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
  again_in       uuid,
  metadata        jsonb,
  primary key (merchant_id, batch_id, number),
  check ((receiver_id is null) = (key_type is not null)),
  constraint payout_batch_rows_check1 check ((state = 'Made') = (transaction_id is not null)),
  constraint payout_batch_rows_check2 check ((state = 'Refused') = (reason is not null)),
  foreign key (merchant_id, batch_id) references payout_batches(merchant_id, id)
);
comment on table payout_batch_rows is 'The payments of a batch, in order. number is that of the row in the request, from 1. A row is Made in the commit that opens its transaction, or Refused for a reason (with message), each once. name and tax_number are the recipient''s; with key_type and pix_key a payout, with receiver_id and account_id a payment to a company.';
comment on column payout_batch_rows.again_in is 'The batch that requests it again; null: none does. A batch that is Rejected or Cancelled pays nothing, so that another may request it.';
create unique index payout_batch_rows_transaction on payout_batch_rows (merchant_id, transaction_id) where transaction_id is not null;
create index payout_batch_rows_waiting on payout_batch_rows (merchant_id, batch_id, number) where state = 'Waiting';

create table disputes (
  merchant_id     uuid not null,
  id              uuid not null,
  transaction_id  uuid not null,
  connection_id   uuid not null,
  bank_reference  text not null,
  opened_by       text not null,
  reason          text not null,
  details         text,
  asked_amount    bigint not null,
  blocked_amount  bigint not null,
  returned_amount bigint not null default 0,
  state           text not null,
  answer_until    timestamptz not null,
  refund_id       text,
  defence         text,
  defence_files   uuid[] not null default '{}'::uuid[],
  defended_at     timestamptz,
  cause           text,
  created_at      timestamptz not null,
  ended_at        timestamptz,
  defence_refusal text,
  contest_reason  text,
  contest         text,
  contest_files   uuid[] not null default '{}'::uuid[],
  contested_at    timestamptz,
  contest_outcome text,
  contest_note    text,
  contest_ended_at timestamptz,
  primary key (merchant_id, id),
  constraint disputes_contest check (contest_outcome in ('Accepted', 'Refused')),
  constraint disputes_amounts check (asked_amount > 0 and (blocked_amount >= 0 and blocked_amount <= asked_amount) and returned_amount >= 0),
  constraint disputes_ended check ((state in ('Returned', 'Released')) = (ended_at is not null)),
  constraint disputes_state check (state in ('Open', 'Defended', 'Returning', 'Returned', 'Released'))
);
comment on table disputes is 'Cases of banks that request money back from a merchant (MED). asked_amount is what the bank requests, blocked_amount what was available and is blocked while the case is open. refund_id: the refund that returns it. cause: why the money was released if nobody decided that.';
comment on column disputes.defence_refusal is 'Why the bank refused the defence, in its words; null: it accepted it, or did not receive it.';
comment on column disputes.contest is 'Why the merchant contests a return that was made, once, after the end of the case; an operator forwards it and enters how the bank decided.';
create index disputes_contested on disputes (contested_at) where contested_at is not null and contest_ended_at is null;
create index disputes_of_transaction on disputes (merchant_id, transaction_id);
create unique index disputes_once on disputes (merchant_id, connection_id, bank_reference);
create index disputes_under_way on disputes (answer_until) where ended_at is null;

create table files (
  merchant_id     uuid not null,
  id              uuid not null,
  kind            text not null,
  format          text not null,
  language        text not null,
  from_day        date not null,
  to_day          date not null,
  state           text not null,
  key_id          uuid,
  person_id       uuid,
  schedule_id     uuid,
  list            text,
  attempts        integer not null default 0,
  next_attempt_at timestamptz,
  progress        integer not null default 0,
  rows            bigint not null default 0,
  size_bytes      bigint,
  result          jsonb,
  fault           text,
  created_at      timestamptz not null,
  finished_at     timestamptz,
  ends_at         timestamptz,
  primary key (merchant_id, id),
  constraint files_format check (format in ('csv', 'xlsx', 'ofx', 'pdf')),
  constraint files_kind check (kind in ('statement', 'transactions', 'monthlyStatement', 'reconciliation')),
  constraint files_language check (language in ('pt', 'en')),
  constraint files_progress check (progress >= 0 and progress <= 100),
  constraint files_state check (state in ('Waiting', 'Running', 'Done', 'Failed', 'Expired'))
);
comment on table files is 'Files that a merchant has requested, by key, person or schedule, and that a worker writes. next_attempt_at: when a worker may take it (again); while it is written, the lease of the worker, identified by the number of its attempt; later, when the file or the row is deleted. list: the rows of a reconciliation, until it is finished. ends_at: until when the file can be downloaded.';
create index files_due on files (next_attempt_at) where next_attempt_at is not null;

create table file_schedules (
  merchant_id uuid not null,
  id          uuid not null,
  kind        text not null,
  format      text not null,
  every       text not null,
  person_id   uuid,
  bucket      jsonb,
  sealed      text,
  next_day    date not null,
  next_at     timestamptz not null,
  fault       text,
  created_at  timestamptz not null,
  key_id      uuid,
  language    text,
  primary key (merchant_id, id),
  constraint file_schedules_every check (every in ('day', 'month')),
  constraint file_schedules_format check (format in ('csv', 'xlsx', 'ofx', 'pdf')),
  constraint file_schedules_kind check (kind in ('statement', 'transactions', 'monthlyStatement')),
  constraint file_schedules_secret check ((bucket is null) = (sealed is null)),
  constraint file_schedules_whose check ((person_id is not null) or ((key_id is not null) and (bucket is not null)))
);
comment on table file_schedules is 'Files that are created automatically. next_day: the first day of the next period, which is requested at next_at in the same commit that moves both on. bucket: where the file is stored, with its secret sealed; null: person_id gets a mail with its address. fault: why the last one could not be created or stored.';
comment on column file_schedules.key_id is 'The access key it was created with and that it ends with; null: a person created it.';
comment on column file_schedules.language is 'Of headings and texts; null: the language of person_id.';
create index file_schedules_due on file_schedules (next_at);

-- operations: what the operator uses

create table platform_checks (
  name         text primary key,
  at           timestamptz not null,
  took_ms      integer not null,
  faults       integer not null,
  first_faults jsonb not null default '[]'
);
comment on table platform_checks is 'The last result of each automatic check by workers, such as the audit of the books.';
comment on column platform_checks.first_faults is 'The first few faults found: merchant, row and fault.';

create table audits (
  id         uuid primary key,
  started_at timestamptz not null,
  stepped_at timestamptz not null
);
comment on table audits is 'Audits of the books that have not finished. One that has made no step for a while was interrupted, and is continued.';

create table audited_merchants (
  merchant_id    uuid not null,
  audit_id       uuid not null,
  sequence       bigint not null default 0,
  available      bigint not null default 0,
  held           bigint not null default 0,
  bank           bigint not null default 0,
  fees           bigint not null default 0,
  suspense       bigint not null default 0,
  transaction_id uuid,
  stage          text not null default 'postings' check (stage in ('postings', 'transactions', 'done')),
  postings       bigint not null default 0,
  transactions   bigint not null default 0,
  faults         jsonb not null default '[]',
  blocked        bigint not null default 0,
  tariffs        bigint not null default 0,
  reserved       bigint not null default 0,
  primary key (merchant_id, audit_id)
);
comment on table audited_merchants is 'How far an audit of the books has come with a merchant: up to which posting, with the sums so far, and which transaction. stage: postings, then transactions.';

create table bank_notices (
  connection_id uuid not null references bank_connections on delete cascade,
  id            uuid not null,
  body          text not null,
  received_at   timestamptz not null,
  attempts      integer not null default 0,
  next_step_at  timestamptz,
  primary key (connection_id, id)
);
comment on table bank_notices is 'Callbacks of banks, as they arrived. Only a hint: the bank is asked, and its response counts. next_step_at is when to process it, or the lease of the process that does; null: done, or given up.';
create index bank_notices_due on bank_notices (next_step_at) where next_step_at is not null;

create table reconciliations (
  connection_id   uuid not null references bank_connections on delete cascade,
  day             date not null,
  at              timestamptz not null,
  received_count  integer not null default 0,
  received_amount bigint not null default 0,
  returned_count  integer not null default 0,
  returned_amount bigint not null default 0,
  sent_count      integer,
  sent_amount     bigint,
  tariff_count    integer,
  tariff_amount   bigint,
  differences     integer not null default 0,
  mended          integer not null default 0,
  details         jsonb not null default '[]',
  state           text not null check (state in ('Running', 'Clean', 'Different')),
  primary key (connection_id, day)
);
comment on table reconciliations is 'What a bank reports for one day in São Paulo, compared with the books. received, returned and sent are the bank''s own figures; sent is null if the bank cannot list it, tariffs too. mended were missing in the books and are booked now; details are the remaining differences. A row that is Running is leased from `at` on.';
create index reconciliations_by_day on reconciliations (day, connection_id);

create table balance_proofs (
  connection_id uuid not null references bank_connections on delete cascade,
  day           date not null,
  at            timestamptz not null,
  state         text not null check (state in ('Running', 'Equal', 'Gap')),
  attempts      integer not null default 1,
  bank_amount   bigint,
  books_amount  bigint,
  in_flight     bigint,
  gap           bigint,
  entered_by    text,
  awaits        text[] not null default '{}',
  primary key (connection_id, day),
  check ((state = 'Running') or ((bank_amount is not null) and (books_amount is not null) and (in_flight is not null) and (gap is not null))),
  check ((state = 'Gap') = (coalesce(gap, 0) <> 0))
);
comment on table balance_proofs is 'What a bank says that an account holds, against the books, once a day in São Paulo. in_flight is what payments on their way explain of the difference, gap what nothing explains. entered_by: an operator entered the figure of the bank. awaits are the ids of payments that were in flight at the last comparison: it is made again when they have ended. A row that is Running is leased from `at` on, and tried again.';

create table flow_marks (
  merchant_id uuid primary key references merchants,
  sequence    bigint not null
);
comment on table flow_marks is 'The last posting of a merchant that is summed in hourly_flows. The row is the lock for summing.';

create table hourly_flows (
  merchant_id uuid not null references merchants,
  hour        timestamptz not null,
  in_amount   bigint not null,
  in_count    integer not null,
  out_amount  bigint not null,
  out_count   integer not null,
  primary key (merchant_id, hour)
);
comment on table hourly_flows is 'Money received and sent, summed from postings by the hour when a chart is opened, so that a chart costs the same however many payments there are.';

create table daily_volumes (
  merchant_id uuid not null references merchants,
  day         date not null,
  in_amount   bigint not null,
  in_count    integer not null,
  out_amount  bigint not null,
  out_count   integer not null,
  fees        bigint not null,
  primary key (merchant_id, day)
);
comment on table daily_volumes is 'Received, sent and earned amounts of a day in São Paulo. A report over all merchants costs the same however many payments there are.';
create index daily_volumes_by_day on daily_volumes (day);

create table volume_marks (
  merchant_id uuid primary key references merchants,
  sequence    bigint not null
);
comment on table volume_marks is 'The last posting of a merchant that is summed in daily_volumes. The row is the lock for summing.';

create table alarms (
  id              uuid primary key,
  rule            text not null,
  subject         text not null,
  state           text not null check (state in ('Raised', 'Acknowledged', 'Ended')),
  details         jsonb not null,
  mark            text not null,
  raised_at       timestamptz not null,
  notices         integer not null default 0,
  notified_at     timestamptz,
  is_notified     boolean not null default false,
  acknowledged_at timestamptz,
  acknowledged_by text,
  note            text,
  ended_at        timestamptz,
  constraint alarms_end check ((state = 'Ended') = (ended_at is not null)),
  constraint alarms_acknowledgement check (state <> 'Acknowledged' or (acknowledged_at is not null and acknowledged_by is not null))
);
comment on table alarms is 'What somebody must look at, by a rule of alarms/rules.ts. subject is the bank it is about, or empty. details are the values of its text. mark grows with the cause: a greater one raises an acknowledged alarm again. notices counts the times people were notified, is_notified says whether they know it as raised.';
create unique index alarms_open on alarms (rule, subject) where ended_at is null;
create index alarms_ended on alarms (ended_at) where ended_at is not null;

create table alarm_calls (
  alarm_id        uuid not null references alarms on delete cascade,
  id              uuid not null,
  event           text not null check (event in ('AlarmRaised', 'AlarmRepeated', 'AlarmEnded')),
  payload         text not null,
  created_at      timestamptz not null,
  attempts        integer not null default 0,
  next_attempt_at timestamptz,
  sent_at         timestamptz,
  fault           text,
  primary key (alarm_id, id)
);
comment on table alarm_calls is 'Calls of the operators'' webhook (ALARM_WEBHOOK_URL). next_attempt_at is the next attempt, or the lease of the process that makes it; null: accepted, or given up for fault.';
create index alarm_calls_due on alarm_calls (next_attempt_at) where next_attempt_at is not null;

create table alarm_rounds (
  one          boolean primary key default true check (one),
  next_at      timestamptz not null,
  evaluated_at timestamptz,
  unmeasured   text[] not null default '{}'
);
comment on table alarm_rounds is 'One row: when the rules of alarms are evaluated next, which is the lease of the process that does it, and when they last were. unmeasured: rules whose measure failed then.';

create table personal_data_requests (
  id            uuid primary key,
  merchant_id   uuid,
  kind          text not null check (kind in ('access', 'erasure')),
  state         text not null check (state in ('Running', 'Done', 'Failed')),
  person_hashes text[] not null,
  sealed_person text,
  requested_by  text not null,
  attempts      integer not null default 0,
  progress      jsonb not null default '{"stage": "prepare", "table": 0, "after": null, "subjects": [], "merchantIds": [], "failures": 0}',
  found         jsonb not null default '{}',
  kept          jsonb not null default '{}',
  waiting       integer not null default 0,
  next_step_at  timestamptz,
  fault         text,
  created_at    timestamptz not null,
  done_at       timestamptz,
  ends_at       timestamptz,
  check ((state = 'Running') = (next_step_at is not null))
);
comment on table personal_data_requests is 'Requests for access to a person''s data or for its erasure (LGPD), over the whole platform or at one merchant. sealed_person is who it is, while that is needed; person_hashes recognises the person later without a name. progress is how far a worker has come, found and kept are rows by table, waiting are rows that are still in use. ends_at: until when the file of an access can be downloaded.';
create index personal_data_requests_due on personal_data_requests (next_step_at) where next_step_at is not null;
create unique index personal_data_requests_open on personal_data_requests (kind, coalesce(merchant_id, '00000000-0000-0000-0000-000000000000'), person_hashes) where state = 'Running';

create table kept_personal_data (
  id            uuid primary key,
  merchant_id   uuid,
  request_id    uuid not null references personal_data_requests,
  source        text not null,
  row_key       jsonb not null,
  sealed        text not null,
  person_hashes text[] not null,
  until         timestamptz not null,
  created_at    timestamptz not null
);
comment on table kept_personal_data is 'What an erasure has removed from a row (source, row_key) and the law requires until a day: sealed, opened only by an access that two people have agreed on, and deleted by retention when its term ends.';
create index kept_personal_data_ending on kept_personal_data (until);
create index kept_personal_data_of_person on kept_personal_data using gin (person_hashes);

-- edges: the sandbox

create table sandbox_faults (
  merchant_id         uuid not null references merchants,
  kind                text not null,
  id                  uuid not null,
  times_left          integer not null,
  seconds             integer,
  made_by             text not null,
  created_at          timestamptz not null,
  held_event_id       uuid,
  held_transaction_id uuid,
  held_until          timestamptz,
  primary key (merchant_id, kind),
  constraint sandbox_faults_times check (times_left >= 0)
);
comment on table sandbox_faults is 'Faults that a merchant has scripted, one row for each kind. held_…: of webhookReorder, the event that waits until one of another transaction was sent.';
