create table reconciliations (
  connection_id   uuid not null references bank_connections,
  day             date not null,
  at              timestamptz not null,
  received_count  integer not null default 0,
  received_amount bigint not null default 0,
  returned_count  integer not null default 0,
  returned_amount bigint not null default 0,
  sent_count      integer,
  sent_amount     bigint,
  differences     integer not null default 0,
  mended          integer not null default 0,
  details         jsonb not null default '[]',
  state           text not null check (state in ('Running', 'Clean', 'Different')),
  primary key (connection_id, day)
);
comment on table reconciliations is 'What a bank says of one day in São Paulo, held against the books. received, returned and sent are the bank''s own figures; sent is null where the bank cannot list it. mended were missing here and are booked now; details are the differences that stayed. A row that is Running is leased from `at` on.';
create index reconciliations_by_day on reconciliations (day, connection_id);
