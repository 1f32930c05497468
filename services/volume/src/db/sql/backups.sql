-- list, all
select *
  from "backups"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "backups"
  where "backups"."project_id" = ?
  limit 100000;

-- list, a page after a marker
select *
  from "backups"
  where "backups"."id" in (?)
  limit 100000;
select *
  from "backups"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "backups"
  where "backups"."id" in (?)
  and "backups"."project_id" = ?
  limit 100000;

-- plain
select *
  from "backups"
  where "backups"."id" in (?)
  limit 100000;

-- plainById
select *
  from "backups"
  where "backups"."id" in (?, ?)
  limit 100000;

-- insert
insert into "backups" ("id", "project_id", "created_at", "updated_at", "user_id", "volume_id", "snapshot_id", "parent_id", "name", "description", "status", "size", "object_count", "container", "service", "service_metadata", "host", "availability_zone", "fail_reason", "data_timestamp", "metadata", "volume_metadata", "bootable", "image_metadata", "encryption_key_id", "volume_type_id")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "backups"
  set "project_id" = ?, "created_at" = ?, "updated_at" = ?, "user_id" = ?, "volume_id" = ?, "snapshot_id" = ?, "parent_id" = ?, "name" = ?, "description" = ?, "status" = ?, "size" = ?, "object_count" = ?, "container" = ?, "service" = ?, "service_metadata" = ?, "host" = ?, "availability_zone" = ?, "fail_reason" = ?, "data_timestamp" = ?, "metadata" = ?, "volume_metadata" = ?, "bootable" = ?, "image_metadata" = ?, "encryption_key_id" = ?, "volume_type_id" = ?
  where id = ?
  returning *;

-- delete
delete
  from "backups"
  where "id" = ?;
