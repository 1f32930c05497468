-- findDefaultType
select "volume_type_id"
  from "default_volume_types"
  where "project_id" = ?;

-- listDefaultTypes
select *
  from "default_volume_types"
  order by "project_id"
  limit 10000;

-- setDefaultType
insert into "default_volume_types" ("project_id", "volume_type_id")
  values (?, ?)
  on conflict ("project_id") do update
  set "volume_type_id" = ?;

-- unsetDefaultType
delete
  from "default_volume_types"
  where "project_id" = ?;

-- isDefaultSomewhere
select "project_id"
  from "default_volume_types"
  where "volume_type_id" = ?
  limit 1;
