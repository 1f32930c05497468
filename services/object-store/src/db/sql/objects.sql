-- find
select *
  from "objects"
  where "container_id" = ?
  and "name" = ?;

-- insert
insert into "objects" ("container_id", "name", "timestamp", "etag", "size", "content_type", "headers", "kind", "blob", "delete_at", "version_id")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- describe
update "objects"
  set "content_type" = ?, "headers" = ?, "kind" = ?, "timestamp" = ?, "delete_at" = ?
  where "container_id" = ?
  and "name" = ?;

-- remove
delete
  from "objects"
  where "container_id" = ?
  and "name" = ?
  returning *;

-- lastWith
select *
  from "objects"
  where "container_id" = ?
  and "name" >= ?
  and "name" < ?
  order by "name" desc
  limit 1;

-- names
select "name"
  from "objects"
  where "container_id" = ?
  order by "name"
  limit 10;

-- expiredIn
select "name"
  from "objects"
  where "container_id" = ?
  and "delete_at" <= ?
  limit 10;

-- expiredBefore
select *
  from "objects"
  where "delete_at" <= ?
  order by "delete_at"
  limit 10;
