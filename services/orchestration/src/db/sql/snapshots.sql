-- findSnapshot
select *
  from "snapshots"
  where "stack_id" = ?
  and "id" = ?;

-- snapshotsOfStack, SQLite
select *
  from "snapshots"
  where "stack_id" = ?
  order by "created_at"
  limit 1000;

-- snapshotsOfStack, PostgreSQL
select *
  from "snapshots"
  where "stack_id" = $1
  order by "created_at"
  limit $2;

-- snapshotTemplates, SQLite
select *
  from "snapshots"
  where "stack_id" = ?
  order by "created_at"
  limit 1000;

-- snapshotTemplates, PostgreSQL
select *
  from "snapshots"
  where "stack_id" = $1
  order by "created_at"
  limit $2;

-- finishSnapshot
select *
  from "snapshots"
  where "id" = ?;
update "snapshots"
  set "status" = ?, "status_reason" = ?, "data" = ?
  where "id" = ?;
