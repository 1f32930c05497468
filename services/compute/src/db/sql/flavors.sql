-- find
select *
  from "flavors"
  where "id" = ?;

-- list
select *
  from "flavors"
  order by "id" asc, "id" asc
  limit 10;
select *
  from "flavors"
  where ("is_public" = ? or "id" in (select "flavor_id"
      from "flavor_projects"
      where "project_id" = ?))
  and "is_public" = ?
  and "memory_mb" >= ?
  and "root_gb" >= ?
  and "name" = ?
  order by "description" is not null, "description" asc, "id" asc
  limit 10;

-- create
insert into "flavors" ("id", "name", "vcpus", "memory_mb", "root_gb", "ephemeral_gb", "swap_mb", "rxtx_factor", "is_public", "disabled", "description", "extra_specs", "created_at", "updated_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing
  returning "id";

-- update
update "flavors"
  set "description" = ?, "extra_specs" = ?, "updated_at" = ?
  where "id" = ?;

-- remove
delete
  from "flavors"
  where "id" = ?;

-- isGivenTo
select "flavor_id"
  from "flavor_projects"
  where "flavor_id" = ?
  and "project_id" = ?;

-- projectsOf
select "project_id"
  from "flavor_projects"
  where "flavor_id" = ?
  order by "project_id"
  limit 10000;

-- giveTo
insert into "flavor_projects" ("flavor_id", "project_id")
  values (?, ?)
  on conflict do nothing
  returning "flavor_id";

-- takeFrom
delete
  from "flavor_projects"
  where "flavor_id" = ?
  and "project_id" = ?;
