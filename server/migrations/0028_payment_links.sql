create table payment_links (
  merchant_id          uuid not null,
  id                   uuid not null,
  state                text not null,
  title                text not null,
  description          text,
  amount               bigint check (amount > 0),
  min_amount           bigint check (min_amount > 0),
  max_amount           bigint check (max_amount > 0),
  stock                integer check (stock > 0),
  ends_at              timestamptz,
  asks_payer           boolean not null,
  redirect_url         text,
  webhook_url          text,
  webhook_header_name  text,
  webhook_header_value text,
  key_id               uuid,
  person_id            uuid,
  idempotency_key      text,
  request_hash         text,
  open_count           integer not null default 0 check (open_count >= 0),
  paid_count           integer not null default 0 check (paid_count >= 0),
  paid_amount          bigint not null default 0,
  created_at           timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, idempotency_key),
  check (open_count + paid_count <= stock)
);
comment on table payment_links is 'Addresses at which anybody may pay a merchant. amount: null where the payer chooses it, within min_amount and max_amount. stock is how many payments it takes at most; null: any number. open_count are its charges that can still be paid, each of which keeps a place of the stock; paid_count and paid_amount are those that were, whether or not they went back since. Made with an access key (key_id) or by a person of the portal (person_id).';
create index payment_links_ending on payment_links (ends_at) where state = 'Active' and ends_at is not null;

-- Null: an ordinary payment, about which no link is asked or told.
alter table transactions add column payment_link_id uuid;
