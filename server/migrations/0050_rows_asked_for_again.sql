-- A row that was not paid is asked for again once, and not by everybody who presses the button.
alter table payout_batch_rows add column again_in uuid;
comment on column payout_batch_rows.again_in is 'The batch that asks for it again; null: none does. One that is Rejected or Cancelled pays nothing, so that another may ask.';
