-- find
select *
  from "projects"
  where "id" = ?;

-- findMany, SQLite
select *
  from "projects"
  where "id" in (?, ?)
  order by "id"
  limit 2;

-- findMany, PostgreSQL
select *
  from "projects"
  where "id" in ($1, $2)
  order by "id"
  limit $3;

-- findBy, SQLite
select *
  from "projects"
  where "name" = ?
  and "domain_id" is null
  order by "id"
  limit 1;

-- findBy, PostgreSQL
select *
  from "projects"
  where "name" = $1
  and "domain_id" is null
  order by "id"
  limit $2;

-- page, SQLite
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

-- page, PostgreSQL
select *
  from "projects"
  order by "id"
  limit $1;
select *
  from "projects"
  where lower("id") like lower($1) escape '\'
  and "id" in ($2, $3)
  and "id" > $4
  order by "id"
  limit $5;

-- insert
insert into "projects" ("options", "extra", "id", "name", "domain_id", "parent_id", "is_domain", "enabled", "description")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- replace
update "projects"
  set "options" = ?, "extra" = ?, "id" = ?, "name" = ?, "domain_id" = ?, "parent_id" = ?, "is_domain" = ?, "enabled" = ?, "description" = ?
  where "id" = ?;

-- remove
delete
  from "projects"
  where "id" = ?;
