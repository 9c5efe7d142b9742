-- A key that its maker may not put to work alone waits (Pending) until an owner confirms it. overlap belongs to a key that
-- waits to replace another: how long that one goes on working once this one is confirmed.
alter table access_keys
  add column confirmed_by uuid references people,
  add column confirmed_at timestamptz,
  add column overlap      text check (overlap in ('none', 'hour', 'day', 'week'));
comment on table access_keys is 'Credentials of a merchant''s programs. The access key itself spells merchant_id and id; the secret is kept as a hash only. last_used_at is up to a minute late. Who made or confirmed a key counts as having asked for every payment requested through it.';
