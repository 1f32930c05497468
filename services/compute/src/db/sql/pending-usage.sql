-- pendingUsage
select count(*) as "instances", sum("vcpus") as "cores", sum("memory_mb") as "ram"
  from "build_requests"
  inner join "instance_mappings" on "instance_mappings"."server_id" = "build_requests"."server_id"
  where "build_requests"."project_id" = ?
  and "instance_mappings"."cell_id" is null;
