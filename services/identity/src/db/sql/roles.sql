-- find
select *
  from "roles"
  where "id" = ?;

-- findMany, SQLite
select *
  from "roles"
  where "id" in (?, ?)
  order by "id"
  limit 2;

-- findMany, PostgreSQL
select *
  from "roles"
  where "id" in ($1, $2)
  order by "id"
  limit $3;

-- findBy, SQLite
select *
  from "roles"
  where "name" = ?
  and "domain_id" is null
  order by "id"
  limit 1;

-- findBy, PostgreSQL
select *
  from "roles"
  where "name" = $1
  and "domain_id" is null
  order by "id"
  limit $2;

-- page, SQLite
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

-- page, PostgreSQL
select *
  from "roles"
  order by "id"
  limit $1;
select *
  from "roles"
  where lower("id") like lower($1) escape '\'
  and "id" in ($2, $3)
  and "id" > $4
  order by "id"
  limit $5;

-- insert
insert into "roles" ("options", "extra", "id", "name", "domain_id", "description")
  values (?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- replace
update "roles"
  set "options" = ?, "extra" = ?, "id" = ?, "name" = ?, "domain_id" = ?, "description" = ?
  where "id" = ?;

-- remove
delete
  from "roles"
  where "id" = ?;
