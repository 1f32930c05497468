-- cellUsage
select count(*) as "instances", sum("vcpus") as "cores", sum("memory_mb") as "ram"
  from "instances"
  where "project_id" = ?
  and "deleted_at" is null
  and "vm_state" != ?
  and "user_id" = ?;
