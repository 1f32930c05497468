-- pendingUsage
select "server_id", "vcpus" as "cores", "memory_mb" as "ram"
  from "build_requests"
  where "project_id" = ?
  order by "server_id"
  limit 10000;
select "server_id", "vcpus" as "cores", "memory_mb" as "ram"
  from "build_requests"
  where "project_id" = ?
  and "user_id" = ?
  order by "server_id"
  limit 10000;
