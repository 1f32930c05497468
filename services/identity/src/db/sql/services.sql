-- find
select *
  from "services"
  where "id" = ?;

-- findMany
select *
  from "services"
  where "id" in (?, ?)
  order by "id"
  limit 2;

-- findBy
select *
  from "services"
  where "type" = ?
  order by "id"
  limit 1;

-- page
select *
  from "services"
  order by "id"
  limit 10;
select *
  from "services"
  where lower("id") like lower(?) escape '\'
  and "id" in (?, ?)
  and "id" > ?
  order by "id"
  limit 10;

-- insert
insert into "services" ("id", "type", "name", "enabled", "description", "extra")
  values (?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "services"
  set "type" = ?
  where "id" = ?;

-- remove
delete
  from "services"
  where "id" = ?;
