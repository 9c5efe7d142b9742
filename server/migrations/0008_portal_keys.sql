-- What the portal shows of access keys. replaced_by is the key that took over: the old one then ends at expires_at.
alter table access_keys
  add column name         text not null default '',
  add column created_by   uuid references people,
  add column last_used_at timestamptz,
  add column replaced_by  uuid,
  add foreign key (merchant_id, replaced_by) references access_keys;
comment on table access_keys is 'Credentials of a merchant''s programs. The access key itself spells merchant_id and id; the secret is kept as a hash only. last_used_at is up to a minute late.';

-- Since when the present webhook secret signs.
alter table merchants add column webhook_secret_set_at timestamptz;
update merchants set webhook_secret_set_at = created_at;
alter table merchants
  alter column webhook_secret_set_at set default now(),
  alter column webhook_secret_set_at set not null;
