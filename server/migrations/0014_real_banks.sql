-- How to reach a bank, with its credentials and certificates: sealed. The simulator needs none.
alter table bank_connections
  add column sealed_settings        text,
  add column paused_at              timestamptz,
  add column certificate_expires_at timestamptz;

-- A short number for each merchant: a charge's id at the bank carries it, so that a payment leads to its transaction without
-- an index over all of them.
alter table merchants add column number integer generated always as identity unique;
