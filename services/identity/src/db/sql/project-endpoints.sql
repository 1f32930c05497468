-- add
insert into "project_endpoints" (project_id, "endpoint_id")
  values (?, ?)
  on conflict do nothing;

-- has
select 1
  from "project_endpoints"
  where project_id = ?
  and "endpoint_id" = ?
  limit 1;

-- remove
delete
  from "project_endpoints"
  where project_id = ?
  and "endpoint_id" = ?;

-- ofProject
select "endpoint_id" as id
  from "project_endpoints"
  where project_id = ?
  order by "endpoint_id"
  limit ?;

-- projectsOf
select project_id as id
  from "project_endpoints"
  where "endpoint_id" = ?
  order by project_id
  limit ?;
