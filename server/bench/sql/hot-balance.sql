begin;
update floor_balance set available = available - 1 where merchant_id = '01890000-0000-7000-8000-000000000001';
insert into floor (merchant_id, id, state, amount, order_id, payload, created_at)
values ('01890000-0000-7000-8000-000000000001', gen_random_uuid(), 'Created', 10500000, gen_random_uuid()::text, repeat('x', 400), now());
commit;
