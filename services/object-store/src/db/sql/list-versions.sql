-- listVersions
select *
  from "objects"
  where "container_id" = ?
  and "name" in (?)
  limit 20000;
select *
  from "object_versions"
  where "container_id" = ?
  and "name" in (?)
  order by "name", "timestamp" desc
  limit 20000;
select "name"
  from "objects"
  where "container_id" = ?
  and "name" > ? union select "name"
  from "object_versions"
  where "container_id" = ?
  and "name" > ?
  order by "name" asc
  limit 10;
select *
  from "objects"
  where "container_id" = ?
  and "name" in (?)
  limit 20000;
select *
  from "object_versions"
  where "container_id" = ?
  and "name" in (?)
  order by "name", "timestamp" desc
  limit 20000;
