-- find
select *
  from "flavors"
  where "id" = ?;

-- list, SQLite
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

-- list, PostgreSQL
select *
  from "flavors"
  order by "id" asc, "id" asc
  limit $1;
select *
  from "flavors"
  where ("is_public" = $1 or "id" in (select "flavor_id"
      from "flavor_projects"
      where "project_id" = $2))
  and "is_public" = $3
  and "memory_mb" >= $4
  and "root_gb" >= $5
  and "name" = $6
  order by "description" is not null, "description" asc, "id" asc
  limit $7;

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

-- projectsOf, SQLite
select "project_id"
  from "flavor_projects"
  where "flavor_id" = ?
  order by "project_id"
  limit 10000;

-- projectsOf, PostgreSQL
select "project_id"
  from "flavor_projects"
  where "flavor_id" = $1
  order by "project_id"
  limit $2;

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
