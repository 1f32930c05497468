-- livedServers, SQLite
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

-- livedServers, PostgreSQL
select "id", "name", "project_id", "flavor", "vm_state", "launched_at", "terminated_at"
  from "instances"
  where "launched_at" < $1
  and ("terminated_at" is null or "terminated_at" > $2)
  order by "project_id", "id"
  limit $3;
select "id", "name", "project_id", "flavor", "vm_state", "launched_at", "terminated_at"
  from "instances"
  where "launched_at" < $1
  and ("terminated_at" is null or "terminated_at" > $2)
  and "project_id" = $3
  and (("project_id" > $4) or ("project_id" = $5
      and "id" > $6))
  order by "project_id", "id"
  limit $7;

-- projectOfServer
select "project_id"
  from "instances"
  where "id" = ?;
