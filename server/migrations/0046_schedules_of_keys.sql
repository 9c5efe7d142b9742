-- Programs make schedules, too: without a person, into a bucket, as long as their key is in use.
alter table file_schedules alter column person_id drop not null;
alter table file_schedules add column key_id uuid, add column language text;
alter table file_schedules add constraint file_schedules_whose
  check (person_id is not null or (key_id is not null and bucket is not null)) not valid;
comment on column file_schedules.key_id is 'The access key it was made with, whose end is its own; null: a person made it.';
comment on column file_schedules.language is 'Of headings and words; null: the language of person_id.';
