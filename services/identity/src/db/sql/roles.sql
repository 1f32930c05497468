-- find
select *
  from "roles"
  where "id" = ?;

-- findMany
select *
  from "roles"
  where "id" in (?, ?)
  order by "id"
  limit 2;

-- findBy
select *
  from "roles"
  where "name" = ?
  and "domain_id" is null
  order by "id"
  limit 1;

-- page
select *
  from "roles"
  order by "id"
  limit 10;
select *
  from "roles"
  where lower("id") like lower(?) escape '\'
  and "id" in (?, ?)
  and "id" > ?
  order by "id"
  limit 10;

-- insert
insert into "roles" ("options", "extra", "id", "name", "domain_id", "description")
  values (?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "roles"
  set "name" = ?
  where "id" = ?;

-- remove
delete
  from "roles"
  where "id" = ?;
