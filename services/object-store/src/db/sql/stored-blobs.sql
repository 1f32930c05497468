-- current
select *
  from "objects"
  where ("container_id" > ? or ("container_id" = ?
      and "name" > ?))
  order by "container_id", "name"
  limit 10;

-- older
select *
  from "object_versions"
  where ("container_id" > ? or ("container_id" = ?
      and "name" > ?) or ("container_id" = ?
      and "name" = ?
      and "version_id" > ?))
  order by "container_id", "name", "version_id"
  limit 10;

-- has
select "name"
  from "objects"
  where "blob" = ?
  limit 1;
select "name"
  from "object_versions"
  where "blob" = ?
  limit 1;
