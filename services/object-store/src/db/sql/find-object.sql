-- findObject
select "containers".*, "container_id", "objects"."name" as "object_name", "timestamp", "etag", "size", "content_type", "headers", "kind", "blob", "delete_at", "version_id"
  from "containers"
  inner join "objects" on "objects"."container_id" = "containers"."id"
  where "containers"."account" = ?
  and "containers"."name" = ?
  and "objects"."name" = ?;
