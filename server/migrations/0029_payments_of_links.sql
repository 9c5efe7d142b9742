-- without a transaction
-- Holds payments of links only: an ordinary one is not in it.
drop index concurrently if exists transactions_of_links;
create index concurrently transactions_of_links on transactions (merchant_id, payment_link_id, id) where payment_link_id is not null;
