-- activeOnHost
select "id"
  from "instances"
  where "host" = ?
  and "launched_at" < ?
  and ("terminated_at" is null or "terminated_at" > ?)
  and "id" > ?
  order by "id"
  limit 10;
