-- find
select *
  from "regions"
  where "id" = ?;

-- findMany
select *
  from "regions"
  where "id" in (?, ?)
  order by "id"
  limit 2;

-- findBy
select *
  from "regions"
  where "parent_region_id" = ?
  order by "id"
  limit 1;

-- page
select *
  from "regions"
  order by "id"
  limit 10;
select *
  from "regions"
  where lower("id") like lower(?) escape '\'
  and "id" in (?, ?)
  and "id" > ?
  order by "id"
  limit 10;

-- insert
insert into "regions" ("id", "description", "parent_region_id", "extra")
  values (?, ?, ?, ?)
  on conflict do nothing;

-- update
update "regions"
  set "parent_region_id" = ?
  where "id" = ?;

-- remove
delete
  from "regions"
  where "id" = ?;
