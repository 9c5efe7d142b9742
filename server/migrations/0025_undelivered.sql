create table undelivered (
  merchant_id    uuid not null,
  transaction_id uuid not null,
  position       integer not null,
  primary key (merchant_id, transaction_id)
);
comment on table undelivered is 'Payments whose newest webhook event was deleted by retention without having been delivered. position is that event''s: the row counts until the payment has a newer one.';
