-- forgetOldEvents
select "position"
  from "events"
  where "stack_id" = ?
  order by "position" desc
  limit 1
  offset 10;
delete
  from "events"
  where "stack_id" = ?
  and "position" <= ?;
