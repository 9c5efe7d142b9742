alter table bank_orders add column words_from_notice text;
comment on column bank_orders.words_from_notice is 'What the bank says of its refusal, as a callback said; for operators. It counts as cause_from_notice does.';

create unlogged table bank_tokens (
  name         text not null,
  sealed_token text,
  renews_at    timestamptz,
  ends_at      timestamptz,
  asked_until  timestamptz not null,
  primary key (name)
);
comment on table bank_tokens is 'The token that all processes use at a bank: some give only a handful in a minute. name is a hash of the connection''s sealed settings and the scopes. Until asked_until a process asks for another, and the others wait for it. All times are by the database''s clock.';
