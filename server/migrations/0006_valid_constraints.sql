-- without a transaction: each check is validated by itself, under a lock that stops neither readers nor writers

alter table balances validate constraint balances_check;
alter table postings validate constraint postings_check;
alter table transactions validate constraint transactions_state_check;
alter table bank_orders validate constraint bank_orders_kind_check;
alter table bank_exceptions validate constraint bank_exceptions_kind_check;
