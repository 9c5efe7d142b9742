-- Some banks say why they refused a payout in their callback only.
alter table bank_orders add column told_cause text;
comment on column bank_orders.told_cause is 'Why the bank refuses it, as a callback told. Anybody may call back: it counts only where the bank itself says that it has refused, and does not say why.';
