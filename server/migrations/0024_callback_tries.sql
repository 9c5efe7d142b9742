alter table bank_connections add column callback_tries integer not null default 0;
comment on column bank_connections.callback_tries is 'How often in a row its callback address was looked after in vain: the pause before the next time grows with it.';
