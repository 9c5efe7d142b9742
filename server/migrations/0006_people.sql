-- People who use the portal. They belong to no merchant by themselves: memberships say where they may do what.

create table people (
  id                uuid primary key,
  email             text not null unique check (email = lower(email)),
  name              text not null,
  language          text not null default 'pt' check (language in ('pt', 'en')),
  is_operator       boolean not null default false,
  password_hash     text,
  totp_secret       text,
  totp_confirmed_at timestamptz,
  totp_last_step    bigint,
  recovery_hashes   text[] not null default '{}',
  disabled_at       timestamptz,
  created_at        timestamptz not null
);
comment on table people is 'Who signs in to the portal. No password until the invitation is taken. totp_secret is sealed; totp_last_step is the last one-time code used, which cannot be used again; recovery codes are kept as hashes.';

create table memberships (
  merchant_id uuid not null references merchants,
  person_id   uuid not null references people,
  roles       text[] not null check (roles <@ array['owner', 'finance', 'approver', 'developer', 'viewer'] and cardinality(roles) > 0),
  created_at  timestamptz not null,
  primary key (merchant_id, person_id)
);
comment on table memberships is 'What a person may do for a merchant. What each role may do is the table in people/permissions.ts.';
create index memberships_of_person on memberships (person_id);

create table sessions (
  id            uuid primary key,
  person_id     uuid not null references people,
  token_hash    text not null unique,
  second_factor boolean not null,
  confirmed_at  timestamptz not null,
  address       text not null,
  agent         text not null,
  created_at    timestamptz not null,
  last_seen_at  timestamptz not null,
  expires_at    timestamptz not null,
  ended_at      timestamptz
);
comment on table sessions is 'Signed-in browsers. The cookie''s token is kept as a hash. confirmed_at is when the person last showed password or code.';
create index sessions_of_person on sessions (person_id, id);
create index sessions_expired on sessions (expires_at);

create table one_time_links (
  token_hash text primary key,
  person_id  uuid references people,
  purpose    text not null check (purpose in ('invitation', 'passwordReset')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);
comment on table one_time_links is 'Invitations and password resets: each works once, for a time. Only the hash is kept. A reset asked for an address that nobody has is a row of nobody, so that both cost the same.';
create index one_time_links_of_person on one_time_links (person_id);
create index one_time_links_expired on one_time_links (expires_at);

create table guesses (
  key          text primary key,
  forgotten_at timestamptz not null
);
comment on table guesses is 'Wrong passwords and codes, counted for all processes: each pushes forgotten_at further ahead, and too far ahead is refused for a while. A row whose time has come says nothing and is removed. Keys are hashes of what is guessed at and from where.';
create index guesses_forgotten on guesses (forgotten_at);

create table acts (
  sequence      bigint primary key,
  at            timestamptz not null,
  person_id     uuid references people,
  person_name   text not null,
  merchant_id   uuid references merchants,
  act           text not null,
  subject       text not null,
  details       jsonb not null,
  address       text not null,
  refuses       bigint references acts,
  previous_hash text not null,
  hash          text not null unique
);
comment on table acts is 'Audit log: every change a person made or tried, written before the change itself. Append-only; each row''s hash covers the row before. refuses names the act that was refused after all.';
create index acts_by_time on acts (at, sequence);
create index acts_of_merchant on acts (merchant_id, at, sequence);
create index acts_of_person on acts (person_id, at, sequence);
create index acts_of_kind on acts (act, at, sequence);
create unique index acts_refused on acts (refuses) where refuses is not null;

create table acts_end (
  only_row boolean primary key default true check (only_row),
  sequence bigint not null,
  hash     text not null
);
comment on table acts_end is 'Where the audit log ends: its one row is locked to append, and tells when entries were cut off the end.';
insert into acts_end (sequence, hash) values (0, '');

create function refuse_change_of_acts() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;
create trigger acts_are_kept before update or delete or truncate on acts
  for each statement execute function refuse_change_of_acts();
