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
  primary key (merchant_id, id)
);
alter table files add constraint files_kind
  check (kind in ('statement', 'transactions', 'monthlyStatement', 'reconciliation'));
alter table files add constraint files_format check (format in ('csv', 'xlsx', 'ofx', 'pdf'));
alter table files add constraint files_language check (language in ('pt', 'en'));
alter table files add constraint files_state check (state in ('Waiting', 'Running', 'Done', 'Failed', 'Expired'));
alter table files add constraint files_progress check (progress between 0 and 100);
comment on table files is 'Files that a merchant has asked for, by key, person or schedule, and that a worker writes. next_attempt_at: when a worker may (again) take it; it is the lease of whoever writes it, who is known by the number of its attempt, and later the moment at which the file or the row goes. list: the rows of a reconciliation, until it has been made. ends_at: until when the file can be downloaded.';
create index files_due on files (next_attempt_at) where next_attempt_at is not null;

create table file_schedules (
  merchant_id uuid not null,
  id          uuid not null,
  kind        text not null,
  format      text not null,
  every       text not null,
  person_id   uuid not null,
  bucket      jsonb,
  sealed      text,
  next_day    date not null,
  next_at     timestamptz not null,
  fault       text,
  created_at  timestamptz not null,
  primary key (merchant_id, id)
);
alter table file_schedules add constraint file_schedules_kind check (kind in ('statement', 'transactions', 'monthlyStatement'));
alter table file_schedules add constraint file_schedules_format check (format in ('csv', 'xlsx', 'ofx', 'pdf'));
alter table file_schedules add constraint file_schedules_every check (every in ('day', 'month'));
alter table file_schedules add constraint file_schedules_secret check ((bucket is null) = (sealed is null));
comment on table file_schedules is 'Files that are made by themselves. next_day: the first day of the next period, which is asked for at next_at in the same commit that moves both on. bucket: where the file is put, with its secret sealed; null: person_id is mailed a link. fault: why the last one could not be made or put there.';
create index file_schedules_due on file_schedules (next_at);
