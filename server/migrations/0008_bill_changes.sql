-- a change of a bill is an order to its bank

alter table bills add column asked_change jsonb;
comment on column bills.asked_change is 'The change that its bank was asked for last: until the bank has confirmed it what is wanted, afterwards only why it was refused. Null: none, or it was made.';

alter table bank_orders drop constraint bank_orders_kind_check;
alter table bank_orders add constraint bank_orders_kind_check check (kind in ('payout', 'return', 'cancellation', 'initiation', 'registration', 'settlement', 'change')) not valid;
alter table bank_exceptions drop constraint bank_exceptions_kind_check;
alter table bank_exceptions add constraint bank_exceptions_kind_check check (kind in ('payout', 'return', 'cancellation', 'initiation', 'registration', 'settlement', 'change')) not valid;
