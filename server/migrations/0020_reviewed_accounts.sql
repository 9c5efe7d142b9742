-- An account is the operator's to approve, with its receiver or, added later, by itself. Those of receivers that were
-- reviewed already were reviewed with them.
alter table receiver_accounts
  add column status      text not null default 'Pending' check (status in ('Pending', 'Approved', 'Rejected')),
  add column review_note text,
  add column reviewed_at timestamptz;
update receiver_accounts a set status = r.status, reviewed_at = r.reviewed_at
  from receivers r where r.merchant_id = a.merchant_id and r.id = a.receiver_id and r.status <> 'Pending';
comment on table receiver_accounts is 'Bank accounts of receivers, reviewed by the operator. The PIX key is always a CNPJ.';
create index receiver_accounts_to_review on receiver_accounts (id) where status = 'Pending';
