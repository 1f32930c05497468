-- findSnapshot
select *
  from "snapshots"
  where "id" = ?
  and "project_id" = ?;
select *
  from "snapshot_metadata"
  where "snapshot_id" in (?);

-- listSnapshots, SQLite
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

-- listSnapshots, PostgreSQL
select *
  from "snapshots"
  order by "name" is not null, "name" asc, "id" asc
  limit $1
  offset $2;
select *
  from "snapshots"
  where "id" = $1;
select *
  from "snapshots"
  where project_id = $1
  and "volume_id" = $2
  and lower("name") like lower($3) escape '\'
  and exists (select 1
    from snapshot_metadata as m
    where m.snapshot_id = snapshots.id
    and m.key = $4
    and m.value = $5)
  and (("name" is not null) or ("name" is null
      and "id" is not null))
  order by "name" is not null, "name" asc, "id" asc
  limit $6
  offset $7;

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

-- latestSnapshotOf, SQLite
select "id"
  from "snapshots"
  where "volume_id" = ?
  order by "created_at" desc, "id" desc
  limit 1;

-- latestSnapshotOf, PostgreSQL
select "id"
  from "snapshots"
  where "volume_id" = $1
  order by "created_at" desc, "id" desc
  limit $2;

-- snapshotsOf, SQLite
select *
  from "snapshots"
  where "volume_id" = ?
  order by "id"
  limit 10000;

-- snapshotsOf, PostgreSQL
select *
  from "snapshots"
  where "volume_id" = $1
  order by "id"
  limit $2;

-- hasSnapshots, SQLite
select "id"
  from "snapshots"
  where "volume_id" = ?
  limit 1;

-- hasSnapshots, PostgreSQL
select "id"
  from "snapshots"
  where "volume_id" = $1
  limit $2;

-- insertSnapshot
insert into "snapshots" ("id", "volume_id", "project_id", "user_id", "name", "description", "size", "status", "consumes_quota", "progress", "group_snapshot_id", "created_at", "updated_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- changeSnapshot
update "snapshots"
  set "status" = ?, "updated_at" = ?
  where "id" = ?
  and "status" in (?);

-- removeSnapshot
delete
  from "snapshots"
  where "id" = ?;
