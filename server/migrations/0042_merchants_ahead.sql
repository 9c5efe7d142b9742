-- without a transaction
-- The worker of a sandbox asks every second whose clock is ahead: few of all merchants.
drop index concurrently if exists merchants_ahead;
create index concurrently merchants_ahead on merchants (id) where clock_ahead_seconds > 0;
