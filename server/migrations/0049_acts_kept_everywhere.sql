-- A distributed database keeps a trigger that is also about truncate from where the rows are, so that updates went past it.
-- Each by itself, because nodes take triggers one by one.
do $$
begin
  drop trigger acts_are_kept on acts;
  create trigger acts_are_kept before update or delete on acts
    for each statement execute function refuse_change_of_acts();
  create trigger acts_are_not_emptied before truncate on acts
    for each statement execute function refuse_change_of_acts();
end $$;
