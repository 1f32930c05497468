-- find
select *
  from "mapping_markers"
  where "cell_id" = ?;

-- set
insert into "mapping_markers" ("cell_id", "server_id", "server_created_at", "updated_at")
  values (?, ?, ?, ?)
  on conflict ("cell_id") do update
  set "server_id" = ?, "server_created_at" = ?, "updated_at" = ?;

-- remove
delete
  from "mapping_markers"
  where "cell_id" = ?;
