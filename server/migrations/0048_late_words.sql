-- A commit may come later than its id says, when the words of newer transactions are written: such ones are looked for again.
alter table word_marks add column checked_until uuid not null default '00000000-0000-0000-0000-000000000000';
update word_marks set checked_until = made_until;
comment on column word_marks.checked_until is 'Up to which transaction a second look, some minutes later, has made sure that there are words of it.';
