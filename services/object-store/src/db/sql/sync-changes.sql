-- note
insert into "container_sync_changes" ("container_id", "name", "timestamp", "is_deleted")
  values (?, ?, ?, ?)
  on conflict ("container_id", "name") do update
  set "timestamp" = ?, "is_deleted" = ?;

-- noteAll
insert into "container_sync_changes" ("container_id", "name", "timestamp", "is_deleted") select "container_id", "name", "timestamp", 0 as "is_deleted"
  from "objects"
  where "container_id" = ?
  on conflict ("container_id", "name") do nothing;

-- find
select *
  from "container_sync_changes"
  where "container_id" = ?
  and "name" = ?;

-- containers
select distinct "container_id"
  from "container_sync_changes"
  order by "container_id"
  limit 10;

-- after
select *
  from "container_sync_changes"
  where "container_id" = ?
  and "name" > ?
  order by "name"
  limit 10;

-- settle
delete
  from "container_sync_changes"
  where "container_id" = ?
  and "name" = ?
  and "timestamp" = ?;

-- forget
delete
  from "container_sync_changes"
  where "container_id" = ?;
