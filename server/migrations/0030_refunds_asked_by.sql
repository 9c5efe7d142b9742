-- Who asked for a refund, and why: {"by":"key","keyId":…}, {"by":"person","personId":…,"name":…} as the person was called
-- then, or {"by":"bank"} for what a bank gave back by itself. Null: older than this column. reason is what was said with it.
alter table refunds
  add column asked_by jsonb,
  add column reason   text;
