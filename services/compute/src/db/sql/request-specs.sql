-- insert
insert into "request_specs" ("server_id", "spec", "created_at")
  values (?, ?, ?);

-- find
select "spec"
  from "request_specs"
  where "server_id" = ?;

-- findMany
select "server_id", "spec"
  from "request_specs"
  where "server_id" in (?, ?);

-- update
update "request_specs"
  set "spec" = ?
  where "server_id" = ?;

-- setFlavor
select "spec"
  from "request_specs"
  where "server_id" = ?;
update "request_specs"
  set "spec" = ?
  where "server_id" = ?;

-- setImage
select "spec"
  from "request_specs"
  where "server_id" = ?;
update "request_specs"
  set "spec" = ?
  where "server_id" = ?;

-- setVolumeProperties
select "spec"
  from "request_specs"
  where "server_id" = ?;
update "request_specs"
  set "spec" = ?
  where "server_id" = ?;

-- setShelved
select "spec"
  from "request_specs"
  where "server_id" = ?;
update "request_specs"
  set "spec" = ?
  where "server_id" = ?;

-- setZone
select "spec"
  from "request_specs"
  where "server_id" = ?;
update "request_specs"
  set "spec" = ?
  where "server_id" = ?;

-- remove
delete
  from "request_specs"
  where "server_id" = ?;
