-- find
select *
  from "endpoints"
  where "id" = ?;

-- findMany
select *
  from "endpoints"
  where "id" in (?, ?)
  order by "id"
  limit 2;

-- findBy
select *
  from "endpoints"
  where "service_id" = ?
  order by "id"
  limit 1;

-- page
select *
  from "endpoints"
  order by "id"
  limit 10;
select *
  from "endpoints"
  where lower("id") like lower(?) escape '\'
  and "id" in (?, ?)
  and "id" > ?
  order by "id"
  limit 10;

-- insert
insert into "endpoints" ("id", "service_id", "region_id", "url", "enabled", "extra", "interface")
  values (?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "endpoints"
  set "service_id" = ?
  where "id" = ?;

-- remove
delete
  from "endpoints"
  where "id" = ?;
