-- listContainers
select *
  from "containers"
  where "account" = ?
  and "name" > ?
  order by "name" asc
  limit 10;
select *
  from "containers"
  where "account" = ?
  and "name" > ?
  and "name" < ?
  order by "name" desc
  limit 10;
