-- A merchant's own balance, sent to a Pix key of its own by the policy of company payments: the request has no receiver.
-- Not valid: every row there is fits the older check, which was narrower, and is not read again under a lock.
alter table transactions drop constraint transactions_operation_check;
alter table transactions add constraint transactions_operation_check
  check (operation in ('pixCashIn', 'pixCashOut', 'paymentInitiation', 'companyPayment', 'strayPayment', 'withdrawal'))
  not valid;
alter table payment_requests alter column receiver_id drop not null, alter column account_id drop not null;
alter table payment_requests add constraint payment_requests_receiver_has_account
  check ((receiver_id is null) = (account_id is null)) not valid;
comment on table payment_requests is 'Wishes to pay a company, or to withdraw the balance (without a receiver), decided by approvers. Amount and execution are its transaction''s. Its first approval step says who asked.';
