alter table unmatched_payments add column paid_at timestamptz, add column components jsonb;
comment on column unmatched_payments.paid_at is 'When its bank says that it was paid; null: it does not say, or the release before wrote it.';
comment on column unmatched_payments.components is 'How its bank makes the amount up, in millionths, where the charge is a bill; null: it does not say.';
