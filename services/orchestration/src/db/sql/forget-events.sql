-- forgetOldEvents, SQLite
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

-- forgetOldEvents, PostgreSQL
select "position"
  from "events"
  where "stack_id" = $1
  order by "position" desc
  limit $2
  offset $3;
delete
  from "events"
  where "stack_id" = $1
  and "position" <= $2;
