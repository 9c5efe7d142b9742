-- The most a merchant may send, in one payment and in one day of São Paulo; null: as much as it has.
alter table merchants
  add column cash_out_limit              bigint check (cash_out_limit > 0),
  add column cash_out_daily_limit        bigint check (cash_out_daily_limit > 0),
  add column company_payment_limit       bigint check (company_payment_limit > 0),
  add column company_payment_daily_limit bigint check (company_payment_daily_limit > 0),
  add column limits_set_at               timestamptz not null default now();

create table daily_outflows (
  merchant_id uuid not null references merchants,
  operation   text not null check (operation in ('pixCashOut', 'companyPayment')),
  day         date not null,
  amount      bigint not null check (amount >= 0),
  counted_at  timestamptz not null,
  primary key (merchant_id, operation)
);
comment on table daily_outflows is 'What a merchant with a daily limit has sent on its last day, so that it need not be summed up for each payment. Never less than the truth: counted_at is when it was last summed up, and what was cancelled or failed since is taken off when a payment would be refused.';

-- Merchants are found by the beginnings of the words of their names, without accents.
create index merchants_by_words on merchants using gin (
  to_tsvector('simple', translate(lower(name), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn')));
create index merchants_by_tax_number on merchants (tax_number text_pattern_ops);

create sequence merchant_account_numbers start 2000001;

-- How webhooks fared in the last hour. Attempts come in the order of time: such an index costs their writing nothing.
create index webhook_attempts_by_time on webhook_attempts using brin (at) with (autosummarize = on);

create table platform_checks (
  name     text primary key,
  at       timestamptz not null,
  took_ms  integer not null,
  faults   integer not null
);
comment on table platform_checks is 'The last result of each proof that workers make by themselves, such as the audit of the books.';
