-- insert
insert into "build_requests" ("server_id", "project_id", "user_id", "request", "vcpus", "memory_mb", "delete_requested_at", "changed", "created_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?);

-- find
select *
  from "build_requests"
  where "server_id" = ?;

-- list
select *
  from "build_requests"
  where "delete_requested_at" is null
  order by "created_at" desc, "server_id" desc
  limit 1000;
select *
  from "build_requests"
  where "delete_requested_at" is null
  and "project_id" = ?
  order by "created_at" desc, "server_id" desc
  limit 1000;

-- change
update "build_requests"
  set "request" = ?, "changed" = ?
  where "server_id" = ?
  and "request" = ?;

-- requestDelete
update "build_requests"
  set "delete_requested_at" = ?
  where "server_id" = ?;

-- told
update "build_requests"
  set "changed" = ?
  where "server_id" = ?
  and "request" = ?;

-- removeUnchanged
delete
  from "build_requests"
  where "server_id" = ?
  and "delete_requested_at" is null
  and "changed" = ?;

-- remove
delete
  from "build_requests"
  where "server_id" = ?;
