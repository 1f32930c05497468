-- listObjects, SQLite
select *
  from "objects"
  where "container_id" = ?
  and "name" > ?
  and ("delete_at" is null or "delete_at" > ?)
  order by "name" asc
  limit 10;
select *
  from "objects"
  where "container_id" = ?
  and "name" > ?
  and ("delete_at" is null or "delete_at" > ?)
  and "name" < ?
  order by "name" desc
  limit 10;

-- listObjects, PostgreSQL
select *
  from "objects"
  where "container_id" = $1
  and "name" > $2
  and ("delete_at" is null or "delete_at" > $3)
  order by "name" asc
  limit $4;
select *
  from "objects"
  where "container_id" = $1
  and "name" > $2
  and ("delete_at" is null or "delete_at" > $3)
  and "name" < $4
  order by "name" desc
  limit $5;
