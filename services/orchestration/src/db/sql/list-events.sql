-- listEvents, SQLite
select *
  from "events"
  where "stack_id" = ?
  order by "position"
  limit 100000;
select *
  from "events"
  where "root_id" = ?
  order by "position"
  limit 100000;

-- listEvents, PostgreSQL
select *
  from "events"
  where "stack_id" = $1
  order by "position"
  limit $2;
select *
  from "events"
  where "root_id" = $1
  order by "position"
  limit $2;
