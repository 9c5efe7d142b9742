create table bill_imports (
  merchant_id     uuid not null,
  id              uuid not null,
  state           text not null,
  name            text not null,
  row_count       integer not null check (row_count > 0),
  amount          bigint not null check (amount > 0),
  made_count      integer not null default 0,
  made_amount     bigint not null default 0,
  refused_count   integer not null default 0,
  refused_amount  bigint not null default 0,
  key_id          uuid,
  person_id       uuid,
  idempotency_key text,
  request_hash    text,
  created_at      timestamptz not null,
  completed_at    timestamptz,
  next_step_at    timestamptz,
  primary key (merchant_id, id),
  unique (merchant_id, idempotency_key),
  check ((made_count + refused_count) <= row_count)
);
comment on table bill_imports is 'Bills that come from one spreadsheet. amount is the sum of its rows; made_* and refused_* count the finished ones. While it is Running, next_step_at is when a worker continues, or the end of its lease.';
create index bill_imports_due on bill_imports (next_step_at) where state = 'Running';

create table bill_import_rows (
  merchant_id uuid not null,
  import_id   uuid not null,
  line        integer not null,
  id          uuid not null,
  state       text not null,
  amount      bigint not null check (amount > 0),
  due_date    date not null,
  order_id    text,
  form        jsonb,
  bill_id     uuid,
  reason      text,
  message     text,
  ended_at    timestamptz,
  primary key (merchant_id, import_id, line),
  check (state <> 'Waiting' or form is not null),
  check ((state = 'Made') = (bill_id is not null)),
  check ((state = 'Refused') = (reason is not null)),
  foreign key (merchant_id, import_id) references bill_imports(merchant_id, id)
);
comment on table bill_import_rows is 'The rows of a spreadsheet of bills. line is that of the file. A row is Made in the commit that opens its bill, or Refused for a reason (with message), each once. form is the bill that it asks for, in the form of the API, until then.';
create index bill_import_rows_waiting on bill_import_rows (merchant_id, import_id, line) where state = 'Waiting';
create unique index bill_import_rows_bill on bill_import_rows (merchant_id, bill_id) where bill_id is not null;
