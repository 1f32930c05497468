-- findSnapshot
select *
  from "snapshots"
  where "stack_id" = ?
  and "id" = ?;

-- snapshotsOfStack
select *
  from "snapshots"
  where "stack_id" = ?
  order by "created_at"
  limit 1000;

-- snapshotTemplates
select *
  from "snapshots"
  where "stack_id" = ?
  order by "created_at"
  limit 1000;

-- removeSnapshot
delete
  from "snapshots"
  where "id" = ?;

-- finishSnapshot
select *
  from "snapshots"
  where "id" = ?;
update "snapshots"
  set "status" = ?, "status_reason" = ?, "data" = ?
  where "id" = ?;
