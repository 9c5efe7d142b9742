-- What the operator decides on is what the operator saw: every change of a receiver gives it a new revision.
alter table receivers
  add column revision    integer not null default 0,
  add column reviewed_at timestamptz;

-- The operator's queues go over all merchants, oldest first, and hold only what waits.
create index receivers_to_review on receivers (id) where status = 'Pending';
create index payment_requests_to_decide on payment_requests (id) where status = 'Pending';

-- The portal's lists by receiver and by status.
create index receivers_by_status on receivers (merchant_id, status, id);
create index payment_requests_of_receiver on payment_requests (merchant_id, receiver_id, id);
