-- Whether a receiver has ever accepted the event. The status may say otherwise later, when it is sent again by hand in vain;
-- but an older state is never sent after it.
alter table webhook_events add column accepted boolean not null default false;
update webhook_events e set accepted = true
 where status = 'Success'
    or exists (select from webhook_attempts a
                where a.merchant_id = e.merchant_id and a.event_id = e.id and a.http_status between 200 and 299);
