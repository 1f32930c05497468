-- listVersions, SQLite
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

-- listVersions, PostgreSQL
select *
  from "objects"
  where "container_id" = $1
  and "name" in ($2)
  limit $3;
select *
  from "object_versions"
  where "container_id" = $1
  and "name" in ($2)
  order by "name", "timestamp" desc
  limit $3;
select "name"
  from "objects"
  where "container_id" = $1
  and "name" > $2 union select "name"
  from "object_versions"
  where "container_id" = $3
  and "name" > $4
  order by "name" asc
  limit $5;
select *
  from "objects"
  where "container_id" = $1
  and "name" in ($2)
  limit $3;
select *
  from "object_versions"
  where "container_id" = $1
  and "name" in ($2)
  order by "name", "timestamp" desc
  limit $3;
