-- Transactions that ended long ago leave the database for files, and stay readable. A file is a row of gzip members
-- (blocks) of some 1,000 rows of CSV, so that one read takes one range of bytes, and the whole is a .csv.gz for anybody.

create table archive_files (
  merchant_id uuid not null references merchants,
  id          uuid not null,
  kind        text not null check (kind in ('transactions', 'postings')),
  name        text not null,
  columns     text[] not null,
  created_at  timestamptz not null,
  primary key (merchant_id, id)
);
comment on table archive_files is 'Files of the archive, written down before they are written. One that no block refers to was left behind by a run that died, and is deleted by a later one.';

create table posting_blocks (
  merchant_id     uuid not null,
  first_sequence  bigint not null,
  last_sequence   bigint not null check (last_sequence >= first_sequence),
  first_at        timestamptz not null,
  last_at         timestamptz not null,
  available       bigint not null,
  held            bigint not null,
  bank            bigint not null,
  fees            bigint not null,
  suspense        bigint not null,
  available_after bigint not null,
  held_after      bigint not null,
  file_id         uuid not null,
  start_byte      bigint not null,
  bytes           integer not null,
  sha256          text not null,
  primary key (merchant_id, first_sequence),
  foreign key (merchant_id, file_id) references archive_files
);
comment on table posting_blocks is 'Where a merchant''s oldest postings are in the archive, without gaps from the first on: sums of the block, and the balances it ends with. A posting of a transaction that was not archived is in the table postings, too.';
create index posting_blocks_by_start on posting_blocks (merchant_id, first_at);
create index posting_blocks_by_end on posting_blocks (merchant_id, last_at);

create table transaction_blocks (
  merchant_id uuid not null,
  first_id    uuid not null,
  last_id     uuid not null,
  rows        integer not null check (rows > 0),
  file_id     uuid not null,
  start_byte  bigint not null,
  bytes       integer not null,
  sha256      text not null,
  primary key (merchant_id, last_id, file_id),
  foreign key (merchant_id, file_id) references archive_files
);
comment on table transaction_blocks is 'Where archived transactions are. A block never reaches beyond a month; what was archived later than its neighbours has a block of its own, within the range of theirs.';

create table archived_keys (
  merchant_id    uuid not null,
  key            text not null,
  operation      text not null,
  transaction_id uuid not null,
  primary key (merchant_id, key, operation)
);
comment on table archived_keys is 'Order ids and Idempotency-Keys of archived transactions, so that once stays once, and their end-to-end ids (e2e:…), so that a payment a bank tells of again is known. Written before its transaction goes.';
create index archived_keys_of_payments on archived_keys (key) where key like 'e2e:%';

create table audits (
  id             uuid primary key,
  reads_archive  boolean not null,
  started_at     timestamptz not null,
  stepped_at     timestamptz not null
);
comment on table audits is 'Proofs of the books that have not ended. One that has made no step for a while was interrupted, and is gone on with.';

create table audited_merchants (
  merchant_id    uuid not null,
  audit_id       uuid not null,
  sequence       bigint not null default 0,
  available      bigint not null default 0,
  held           bigint not null default 0,
  bank           bigint not null default 0,
  fees           bigint not null default 0,
  suspense       bigint not null default 0,
  block_id       uuid,
  transaction_id uuid,
  stage          text not null default 'archive' check (stage in ('archive', 'blocks', 'postings', 'transactions', 'done')),
  blocks         bigint not null default 0,
  postings       bigint not null default 0,
  transactions   bigint not null default 0,
  faults         jsonb not null default '[]',
  primary key (merchant_id, audit_id)
);
comment on table audited_merchants is 'How far a proof of the books has come with a merchant: up to which posting, with the sums so far, which block and which transaction. stage: archived postings, archived transactions, postings, transactions.';
