-- listVersions
select "timestamp"
  from "object_versions"
  where "container_id" = ?
  and "name" = ?
  and "version_id" = ?;
select *
  from "objects"
  where "container_id" = ?
  and "name" in (?)
  and "timestamp" < ?
  limit 1;
select *
  from "object_versions"
  where "container_id" = ?
  and "name" in (?)
  and "timestamp" < ?
  order by "name" asc, "timestamp" desc
  limit 11;
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
  limit 1;
select *
  from "object_versions"
  where "container_id" = ?
  and "name" in (?)
  order by "name" asc, "timestamp" desc
  limit 11;
