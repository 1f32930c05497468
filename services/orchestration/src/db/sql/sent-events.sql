-- unsentEvents
select "events".*
  from "events"
  inner join "stacks" on "stacks"."id" = "events"."stack_id"
  where "events"."stack_id" = ?
  and "events"."position" > "stacks"."events_told"
  order by "events"."position"
  limit 100;

-- noteSent
update "stacks"
  set "events_told" = ?
  where "id" = ?;
