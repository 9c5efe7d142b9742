-- Not by merchant first: while the planner knows nothing of a new table, it would take such an index for the primary key
-- and walk through a merchant's whole history to find one transaction.
drop index transactions_once;
create unique index transactions_once on transactions (idempotency_key, merchant_id, operation);

-- Postings and events refer to their transaction, and that to its merchant: a second check, of the merchant alone, costs
-- as much as another index and finds nothing more.
alter table postings drop constraint postings_merchant_id_fkey;
alter table webhook_events drop constraint webhook_events_merchant_id_fkey;
