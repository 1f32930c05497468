-- allTypes
select *
  from "resource_types"
  order by "name"
  limit 10000;

-- findType
select *
  from "resource_types"
  where "name" = ?;

-- findTypes
select *
  from "resource_types"
  where "name" in (?, ?);

-- insertType
insert into "resource_types" ("name", "attributes")
  values (?, ?)
  on conflict ("name") do nothing;

-- replaceType
update "resource_types"
  set "attributes" = ?
  where "name" = ?;

-- isTypeUsed
select "id"
  from "resources"
  where "type" = ?
  limit 1;

-- deleteType
delete
  from "resource_types"
  where "name" = ?;
