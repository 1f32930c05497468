-- allTypes, SQLite
select *
  from "resource_types"
  order by "name"
  limit 10000;

-- allTypes, PostgreSQL
select *
  from "resource_types"
  order by "name"
  limit $1;

-- findType
select *
  from "resource_types"
  where "name" = ?;

-- insertType
insert into "resource_types" ("name", "attributes")
  values (?, ?)
  on conflict ("name") do nothing;

-- replaceType
update "resource_types"
  set "attributes" = ?
  where "name" = ?;

-- isTypeUsed, SQLite
select "id"
  from "resources"
  where "type" = ?
  limit 1;

-- isTypeUsed, PostgreSQL
select "id"
  from "resources"
  where "type" = $1
  limit $2;

-- deleteType
delete
  from "resource_types"
  where "name" = ?;
