-- findSnapshot
select *
  from "snapshots"
  where "id" = ?
  and "project_id" = ?;
select *
  from "snapshot_metadata"
  where "snapshot_id" in (?);

-- listSnapshots
select *
  from "snapshots"
  order by "name" is not null, "name" asc, "id" asc
  limit 10
  offset 0;
select *
  from "snapshots"
  where "id" = ?;
select *
  from "snapshots"
  where project_id = ?
  and "volume_id" = ?
  and lower("name") like lower(?) escape '\'
  and exists (select 1
    from snapshot_metadata as m
    where m.snapshot_id = snapshots.id
    and m.key = ?
    and m.value = ?)
  and (("name" is not null) or ("name" is null
      and "id" is not null))
  order by "name" is not null, "name" asc, "id" asc
  limit 10
  offset 0;

-- countSnapshots
select count(*) as "count"
  from "snapshots"
  where project_id = ?
  and "volume_id" = ?
  and lower("name") like lower(?) escape '\'
  and exists (select 1
    from snapshot_metadata as m
    where m.snapshot_id = snapshots.id
    and m.key = ?
    and m.value = ?);

-- latestSnapshotOf
select "id"
  from "snapshots"
  where "volume_id" = ?
  order by "created_at" desc, "id" desc
  limit 1;

-- snapshotsOf
select *
  from "snapshots"
  where "volume_id" = ?
  order by "id"
  limit 10000;

-- hasSnapshots
select "id"
  from "snapshots"
  where "volume_id" = ?
  limit 1;

-- bondsOf
select "host", "group_id", "migration_status", (select "id"
    from "attachments"
    where "volume_id" = ?
    limit 1) as "attachment", (select "id"
    from "snapshots"
    where "volume_id" = ?
    limit 1) as "snapshot"
  from "volumes"
  where "id" = ?;

-- insertSnapshot
insert into "snapshots" ("id", "volume_id", "project_id", "user_id", "name", "description", "size", "status", "consumes_quota", "progress", "group_snapshot_id", "created_at", "updated_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- changeSnapshot
update "snapshots"
  set "status" = ?, "updated_at" = ?
  where "id" = ?
  and "status" in (?);

-- beginProgress
update "snapshots"
  set "progress" = ?, "updated_at" = ?
  where "id" = ?
  and "status" = ?
  and "progress" is null;

-- removeSnapshot
delete
  from "snapshots"
  where "id" = ?;
