-- Payments of links leave for the archive like others: their link goes on counting them, and knows where they are.
alter table payment_links add column archived_count bigint not null default 0;
alter table payment_links add column archived_amount bigint not null default 0;
alter table payment_links add column first_archived_id uuid;
alter table payment_links add column last_archived_id uuid;
comment on column payment_links.archived_count is 'How many of paid_count are archived, with archived_amount of paid_amount.';
comment on column payment_links.last_archived_id is 'Archived charges of the link, paid or not, are between first_archived_id and this; null: none is archived.';

-- A proof that reads the files holds what is in them against what links count.
alter table audited_merchants add column link_payments bigint not null default 0;
alter table audited_merchants add column link_amount bigint not null default 0;
