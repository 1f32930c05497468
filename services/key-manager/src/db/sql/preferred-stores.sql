-- prefersStore
select "store_id"
  from "preferred_stores"
  where "project_id" = ?;

-- preferStore
insert into "preferred_stores" ("project_id", "store_id")
  values (?, ?)
  on conflict ("project_id") do update
  set "store_id" = ?;

-- preferNoStore
delete
  from "preferred_stores"
  where "project_id" = ?;
