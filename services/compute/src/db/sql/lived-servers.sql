-- livedServers
select "id", "name", "project_id", "flavor", "vm_state", "launched_at", "terminated_at"
  from "instances"
  where "launched_at" < ?
  and ("terminated_at" is null or "terminated_at" > ?)
  order by "project_id", "id"
  limit 10;
select "id", "name", "project_id", "flavor", "vm_state", "launched_at", "terminated_at"
  from "instances"
  where "launched_at" < ?
  and ("terminated_at" is null or "terminated_at" > ?)
  and "project_id" = ?
  and (("project_id" > ?) or ("project_id" = ?
      and "id" > ?))
  order by "project_id", "id"
  limit 10;

-- projectOfServer
select "project_id"
  from "instances"
  where "id" = ?;
