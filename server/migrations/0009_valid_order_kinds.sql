-- without a transaction: each check is validated by itself, under a lock that stops neither readers nor writers

alter table bank_orders validate constraint bank_orders_kind_check;
alter table bank_exceptions validate constraint bank_exceptions_kind_check;
