-- listContainers, SQLite
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

-- listContainers, PostgreSQL
select *
  from "containers"
  where "account" = $1
  and "name" > $2
  order by "name" asc
  limit $3;
select *
  from "containers"
  where "account" = $1
  and "name" > $2
  and "name" < $3
  order by "name" desc
  limit $4;
