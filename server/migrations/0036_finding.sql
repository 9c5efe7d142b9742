-- What people find transactions by, beside the exact ids that have indexes of their own. In a table of its own, which a worker
-- fills afterwards: creating a payment, the hottest path, writes nothing more than before.
create table transaction_words (
  merchant_id    uuid not null,
  word           text collate "C" not null,
  transaction_id uuid not null,
  primary key (merchant_id, word, transaction_id)
);
comment on table transaction_words is 'Words of names, order ids, end-to-end ids and amounts ($10.500000) of transactions, in small letters without accents. By bytes (collate "C"), so that whatever begins alike stands together. Without a foreign key: a word whose transaction is gone finds nothing.';

create table word_marks (
  merchant_id  uuid primary key,
  made_until   uuid not null default '00000000-0000-0000-0000-000000000000',
  posted_until bigint not null default 0,
  look_at      timestamptz not null,
  pause_ms     integer not null default 0
);
comment on table word_marks is 'How far a merchant''s transaction_words have come: up to which transaction by its id, and up to which posting, because names arrive with the payment. look_at: when a worker looks again; whoever looks moves it ahead first.';
create index word_marks_due on word_marks (look_at);

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
comment on table transaction_notes is 'What people of the merchant wrote to a transaction for each other. No program and no payer reads it. It stays when its transaction is archived.';

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
comment on table saved_filters is 'Filters of the list of transactions that a person keeps for themselves, by name: query is what stands in the address of the screen.';
