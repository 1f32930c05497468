-- list, all
select *
  from "volume_groups"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "volume_groups"
  where "volume_groups"."project_id" = ?
  limit 100000;

-- list, a page after a marker
select *
  from "volume_groups"
  where "volume_groups"."id" in (?)
  limit 100000;
select *
  from "volume_groups"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "volume_groups"
  where "volume_groups"."id" in (?)
  and "volume_groups"."project_id" = ?
  limit 100000;

-- plain
select *
  from "volume_groups"
  where "volume_groups"."id" in (?)
  limit 100000;

-- plainById
select *
  from "volume_groups"
  where "volume_groups"."id" in (?, ?)
  limit 100000;

-- insert
insert into "volume_groups" ("id", "project_id", "created_at", "updated_at", "user_id", "name", "description", "status", "availability_zone", "group_type_id", "volume_types", "host", "group_snapshot_id", "source_group_id")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "volume_groups"
  set "project_id" = ?, "created_at" = ?, "updated_at" = ?, "user_id" = ?, "name" = ?, "description" = ?, "status" = ?, "availability_zone" = ?, "group_type_id" = ?, "volume_types" = ?, "host" = ?, "group_snapshot_id" = ?, "source_group_id" = ?
  where id = ?
  returning *;

-- delete
delete
  from "volume_groups"
  where "id" = ?;
