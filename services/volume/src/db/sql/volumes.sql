-- findVolume
select "volumes".*, "volume_types"."name" as "type_name"
  from "volumes"
  inner join "volume_types" on "volume_types"."id" = "volumes"."volume_type_id"
  where "volumes"."id" = ?
  and "volumes"."project_id" = ?;
select "volume_id", "key", "value", 'volume_metadata' as "table"
  from "volume_metadata"
  where "volume_id" in (?)
  union all select "volume_id", "key", "value", 'volume_admin_metadata' as "table"
  from "volume_admin_metadata"
  where "volume_id" in (?);
select *
  from "attachments"
  where "volume_id" in (?)
  order by "created_at", "id";

-- listVolumes
select "volumes".*, "volume_types"."name" as "type_name"
  from "volumes"
  inner join "volume_types" on "volume_types"."id" = "volumes"."volume_type_id"
  order by "volumes"."name" is not null, "volumes"."name" asc, "volumes"."id" asc
  limit 10
  offset 0;
select *
  from "volumes"
  where "id" = ?;
select "volumes".*, "volume_types"."name" as "type_name"
  from "volumes"
  inner join "volume_types" on "volume_types"."id" = "volumes"."volume_type_id"
  where "volumes"."project_id" = ?
  and coalesce("volumes"."migration_status", '') not like 'target:%'
  and "volumes"."status" = ?
  and lower("volumes"."name") like lower(?) escape '\'
  and "volumes"."created_at" >= ?
  and (exists (select 1
      from "volume_metadata" as m
      where m.volume_id = "volumes"."id"
      and m.key = ?
      and m.value = ?) or exists (select 1
      from "volume_admin_metadata" as m
      where m.volume_id = "volumes"."id"
      and m.key = ?
      and m.value = ?))
  and "volumes"."image_metadata" like ? escape '\'
  and (("volumes"."name" is not null) or ("volumes"."name" is null
      and "volumes"."id" is not null))
  order by "volumes"."name" is not null, "volumes"."name" asc, "volumes"."id" asc
  limit 10
  offset 0;

-- countVolumes
select count(*) as "count", sum("size") as "gigabytes"
  from "volumes"
  where "volumes"."project_id" = ?
  and coalesce("volumes"."migration_status", '') not like 'target:%'
  and "volumes"."status" = ?
  and lower("volumes"."name") like lower(?) escape '\'
  and "volumes"."created_at" >= ?
  and (exists (select 1
      from "volume_metadata" as m
      where m.volume_id = "volumes"."id"
      and m.key = ?
      and m.value = ?) or exists (select 1
      from "volume_admin_metadata" as m
      where m.volume_id = "volumes"."id"
      and m.key = ?
      and m.value = ?))
  and "volumes"."image_metadata" like ? escape '\';

-- insertVolume
insert into "volumes" ("id", "project_id", "user_id", "name", "description", "size", "growing_by", "status", "availability_zone", "volume_type_id", "host", "bootable", "multiattach", "consumes_quota", "snapshot_id", "source_volid", "image_metadata", "created_at", "updated_at", "launched_at", "previous_status", "migration_status", "group_id", "encryption_key_id")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- insertWhole
insert into "volumes" ("id", "project_id", "user_id", "name", "description", "size", "growing_by", "status", "availability_zone", "volume_type_id", "host", "bootable", "multiattach", "consumes_quota", "snapshot_id", "source_volid", "image_metadata", "created_at", "updated_at", "launched_at", "previous_status", "migration_status", "group_id", "encryption_key_id")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- keyOfVolume
select "encryption_key_id"
  from "volumes"
  where "id" = ?;

-- changeVolume
update "volumes"
  set "status" = ?, "updated_at" = ?
  where "id" = ?
  and "status" in (?);
update "volumes"
  set "status" = ?, "updated_at" = ?, "migration_status" = case when status = 'available'
  and migration_status in ('starting', 'migrating') then 'error' else migration_status end
  where "id" = ?
  and "status" in (?);

-- updateVolume
update "volumes"
  set "host" = ?, "updated_at" = ?
  where "id" = ?;

-- removeVolume
delete
  from "volume_transfers"
  where "volume_id" = ?;
delete
  from "volumes"
  where "id" = ?;
