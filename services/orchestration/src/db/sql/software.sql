-- findConfig
select *
  from "software_configs"
  where "project_id" = ?
  and "id" = ?;

-- listConfigs
select *
  from "software_configs"
  order by "created_at", "id"
  limit 100000;
select *
  from "software_configs"
  where "project_id" = ?
  order by "created_at", "id"
  limit 100000;

-- insertConfig
insert into "software_configs" ("id", "project_id", "name", "group_name", "config", "inputs", "outputs", "options", "created_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?);

-- removeConfig
delete
  from "software_configs"
  where "id" = ?;

-- isDeployed
select "id"
  from "software_deployments"
  where "config_id" = ?
  limit 1;

-- findDeployment
select *
  from "software_deployments"
  where "id" = ?
  and ("project_id" = ? or "stack_user_project_id" = ?);

-- listDeployments
select *
  from "software_deployments"
  where ("project_id" = ? or "stack_user_project_id" = ?)
  order by "created_at", "id"
  limit 100000;
select *
  from "software_deployments"
  where ("project_id" = ? or "stack_user_project_id" = ?)
  and "server_id" = ?
  order by "created_at", "id"
  limit 100000;

-- insertDeployment
insert into "software_deployments" ("id", "project_id", "server_id", "config_id", "action", "status", "status_reason", "input_values", "output_values", "stack_user_project_id", "created_at", "updated_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- changeDeployment
update "software_deployments"
  set "status" = ?
  where "id" = ?;

-- removeDeployment
delete
  from "software_deployments"
  where "id" = ?;
