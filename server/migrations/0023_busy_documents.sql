-- Bytes go to their place and away from it outside of any transaction: whoever does so says it before, and until when.
alter table documents add column busy_until timestamptz;
comment on column documents.busy_until is 'Until then somebody brings its bytes to their place or takes them away: nobody else may. It grows with every turn, and fences whoever is late.';
