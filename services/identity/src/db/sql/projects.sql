-- find
select *
  from "projects"
  where "id" = ?;

-- findMany
select *
  from "projects"
  where "id" in (?, ?)
  order by "id"
  limit 2;

-- findBy
select *
  from "projects"
  where "name" = ?
  and "domain_id" is null
  order by "id"
  limit 1;

-- page
select *
  from "projects"
  order by "id"
  limit 10;
select *
  from "projects"
  where lower("id") like lower(?) escape '\'
  and "id" in (?, ?)
  and "id" > ?
  order by "id"
  limit 10;

-- insert
insert into "projects" ("options", "extra", "id", "name", "domain_id", "parent_id", "is_domain", "enabled", "description")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "projects"
  set "domain_id" = ?
  where "id" = ?;

-- remove
delete
  from "projects"
  where "id" = ?;
