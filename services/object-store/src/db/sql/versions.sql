-- find
select *
  from "object_versions"
  where "container_id" = ?
  and "name" = ?
  and "version_id" = ?;

-- insert
insert into "object_versions" ("container_id", "name", "timestamp", "etag", "size", "content_type", "headers", "kind", "blob", "delete_at", "version_id", "is_marker")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- remove
delete
  from "object_versions"
  where "container_id" = ?
  and "name" = ?
  and "version_id" = ?
  returning *;

-- some
select *
  from "object_versions"
  where "container_id" = ?
  order by "name"
  limit 10;

-- ofUpload
select *
  from "object_versions"
  where "container_id" = ?
  and "name" = ?
  and "headers" like ?;
