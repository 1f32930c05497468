-- listEvents
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
