-- These rows are written by the one door, in the commit of the transaction they belong to or under its lock, and neither
-- merchants nor transactions with money are ever deleted: a look-up of each row's owner cost a tenth of a payment's time
-- in the database, and found nothing. The audit of the books looks for postings without a transaction.
alter table transactions drop constraint transactions_merchant_id_fkey;
alter table postings drop constraint postings_merchant_id_transaction_id_fkey;
alter table webhook_events drop constraint webhook_events_merchant_id_transaction_id_fkey;
alter table bank_orders drop constraint bank_orders_merchant_id_transaction_id_fkey;
