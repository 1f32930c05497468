-- add
insert into "project_endpoint_groups" (project_id, "endpoint_group_id")
  values (?, ?)
  on conflict do nothing;

-- has
select 1
  from "project_endpoint_groups"
  where project_id = ?
  and "endpoint_group_id" = ?
  limit 1;

-- remove
delete
  from "project_endpoint_groups"
  where project_id = ?
  and "endpoint_group_id" = ?;

-- ofProject
select "endpoint_group_id" as id
  from "project_endpoint_groups"
  where project_id = ?
  order by "endpoint_group_id"
  limit ?;

-- projectsOf
select project_id as id
  from "project_endpoint_groups"
  where "endpoint_group_id" = ?
  order by project_id
  limit ?;
