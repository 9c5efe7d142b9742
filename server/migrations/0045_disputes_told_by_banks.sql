-- A bank may refuse what a merchant answers to a case, and the list of its cases may be out of reach: people see both.
alter table disputes add column defence_refusal text;
comment on column disputes.defence_refusal is 'Why the bank did not take the defence, in its words; null: it did, or was not asked.';
alter table bank_connections add column disputes_unread_since timestamptz;
comment on column bank_connections.disputes_unread_since is 'Since when the cases of this bank could not all be read; null: they can.';
