-- ensure
insert into "cell_mappings" ("id", "name", "database", "transport", "disabled", "created_at")
  values (?, ?, ?, ?, ?, ?)
  on conflict ("id") do update
  set "name" = ?, "database" = ?, "transport" = ?;
insert into "cell_mappings" ("id", "name", "database", "transport", "disabled", "created_at")
  values (?, ?, ?, ?, ?, ?)
  on conflict ("id") do update
  set "name" = ?, "database" = ?, "transport" = ?, "disabled" = ?;

-- find
select *
  from "cell_mappings"
  where "id" = ?;

-- list
select *
  from "cell_mappings"
  order by "id"
  limit 1000;
