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

-- list, SQLite
select *
  from "cell_mappings"
  order by "id"
  limit 1000;

-- list, PostgreSQL
select *
  from "cell_mappings"
  order by "id"
  limit $1;
