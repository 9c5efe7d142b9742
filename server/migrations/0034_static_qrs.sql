-- without a transaction
-- A link may be a static QR code: one code for a counter, without a page that opens charges. static_id is what payments by it
-- carry, qr_code its text, connection_id the bank whose key it names. All null: an ordinary link.
alter table payment_links
  add column if not exists static_id     text,
  add column if not exists qr_code       text,
  add column if not exists connection_id uuid;
drop index concurrently if exists payment_links_static;
create unique index concurrently payment_links_static on payment_links (merchant_id, static_id) where static_id is not null;
