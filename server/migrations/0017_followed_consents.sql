-- At some banks money moves as soon as the payer agrees: such a consent is followed by a bank order from its start, and
-- ends when the bank says so, not when our clock does.
alter table consents add column is_followed boolean not null default false;
comment on column consents.is_followed is 'The bank pays as soon as the payer agrees, and is asked from the start how it stands. Neither our clock nor another choice of the payer ends the asking.';
-- The payer's return and the bank's callback name a consent by the bank''s own id.
create index consents_followed on consents (external_id) where is_followed;
