-- find
select *
  from "groups"
  where "id" = ?;

-- findMany
select *
  from "groups"
  where "id" in (?, ?)
  order by "id"
  limit 2;

-- findBy
select *
  from "groups"
  where "name" = ?
  and "domain_id" = ?
  order by "id"
  limit 1;

-- page
select *
  from "groups"
  order by "id"
  limit 10;
select *
  from "groups"
  where lower("id") like lower(?) escape '\'
  and "id" in (?, ?)
  and "id" > ?
  order by "id"
  limit 10;

-- insert
insert into "groups" ("id", "name", "domain_id", "description", "extra")
  values (?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "groups"
  set "name" = ?
  where "id" = ?;

-- remove
delete
  from "groups"
  where "id" = ?;
