-- listObjects
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
