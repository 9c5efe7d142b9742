-- What was expected and what was said become a code and a value, which are spelled in the language of whoever reads them.
alter table bank_exceptions
  alter column expected type jsonb using jsonb_build_object('code', 'words', 'value', expected),
  alter column said     type jsonb using jsonb_build_object('code', 'words', 'value', said);
update reconciliations r set details = (
  select jsonb_agg(d || jsonb_build_object('expected', jsonb_build_object('code', 'words', 'value', d->'expected'),
                                           'said', jsonb_build_object('code', 'words', 'value', d->'said')))
    from jsonb_array_elements(r.details) d)
 where r.details <> '[]';

-- What a bank has done and no transaction of ours knows of is an exception of the platform, without a transaction.
alter table bank_exceptions
  alter column transaction_id drop not null,
  add column connection_id uuid references bank_connections,
  add column end_to_end_id text,
  add column amount        bigint,
  add check (transaction_id is not null or end_to_end_id is not null and amount is not null);
comment on table bank_exceptions is 'Where a bank left us without an answer, or contradicts what is booked: what we expected and what the bank said, each a code and a value, until a person ends it by an act. Where no transaction is known for it, connection_id, end_to_end_id and amount say what the bank told.';
create index bank_exceptions_without_transaction on bank_exceptions (end_to_end_id) where transaction_id is null;

-- Which charge stray money was meant for, from the side of the money.
create index stray_payments_of_stray on stray_payments (stray_id);
