-- Not by merchant first: while the planner knows nothing of a new table, it would take such an index for the primary key
-- and walk through a merchant's whole history to find one transaction.
drop index transactions_once;
create unique index transactions_once on transactions (idempotency_key, merchant_id, operation);
