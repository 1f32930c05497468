-- insert
insert into "instance_mappings" ("server_id", "cell_id", "project_id", "user_id", "queued_for_delete", "created_at")
  values (?, ?, ?, ?, ?, ?);

-- adopt
insert into "instance_mappings" ("server_id", "cell_id", "project_id", "user_id", "queued_for_delete", "created_at")
  values (?, ?, ?, ?, ?, ?)
  on conflict ("server_id") do nothing;

-- known
select "server_id"
  from "instance_mappings"
  where "server_id" in (?, ?)
  order by "server_id";

-- find
select *
  from "instance_mappings"
  where "server_id" = ?;

-- cellsOfServers
select "server_id", "cell_id"
  from "instance_mappings"
  where "server_id" in (?, ?)
  and "cell_id" is not null
  order by "server_id";

-- setCell
update "instance_mappings"
  set "cell_id" = ?
  where "server_id" = ?;

-- enter
update "instance_mappings"
  set "cell_id" = ?
  where "server_id" = ?
  and "queued_for_delete" = ?
  and ("cell_id" = ? or "cell_id" is null);

-- markQueuedForDelete
update "instance_mappings"
  set "queued_for_delete" = ?
  where "server_id" = ?
  returning "cell_id";

-- inCell
select *
  from "instance_mappings"
  where "cell_id" = ?
  and "queued_for_delete" = ?
  order by "created_at" asc, "server_id" asc
  limit 10;
select *
  from "instance_mappings"
  where "cell_id" = ?
  and "queued_for_delete" = ?
  and "project_id" = ?
  and ("created_at" < ? or ("created_at" = ?
      and "server_id" < ?))
  order by "created_at" desc, "server_id" desc
  limit 10;

-- remove
delete
  from "instance_mappings"
  where "server_id" = ?;

-- projectsAmong
select distinct "project_id"
  from "instance_mappings"
  where "project_id" in (?, ?)
  order by "project_id";

-- cellsOf
select "id"
  from "cell_mappings"
  where exists (select "server_id"
    from "instance_mappings"
    where "project_id" = ?
    and "queued_for_delete" in (?, ?)
    and "cell_id" = "cell_mappings"."id")
  order by "id";
