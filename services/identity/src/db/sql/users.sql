-- find
select *
  from "users"
  where "id" = ?;

-- findMany, SQLite
select *
  from "users"
  where "id" in (?, ?)
  order by "id"
  limit 2;

-- findMany, PostgreSQL
select *
  from "users"
  where "id" in ($1, $2)
  order by "id"
  limit $3;

-- findBy, SQLite
select *
  from "users"
  where "name" = ?
  and "domain_id" = ?
  order by "id"
  limit 1;

-- findBy, PostgreSQL
select *
  from "users"
  where "name" = $1
  and "domain_id" = $2
  order by "id"
  limit $3;

-- page, SQLite
select *
  from "users"
  order by "id"
  limit 10;
select *
  from "users"
  where lower("id") like lower(?) escape '\'
  and "id" in (?, ?)
  and "id" > ?
  order by "id"
  limit 10;

-- page, PostgreSQL
select *
  from "users"
  order by "id"
  limit $1;
select *
  from "users"
  where lower("id") like lower($1) escape '\'
  and "id" in ($2, $3)
  and "id" > $4
  order by "id"
  limit $5;

-- insert
insert into "users" ("options", "extra", "id", "name", "domain_id", "enabled", "default_project_id", "password_hash", "password_expires_at", "password_created_at", "password_self_service", "created_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- replace
update "users"
  set "options" = ?, "extra" = ?, "id" = ?, "name" = ?, "domain_id" = ?, "enabled" = ?, "default_project_id" = ?, "password_hash" = ?, "password_expires_at" = ?, "password_created_at" = ?, "password_self_service" = ?, "created_at" = ?
  where "id" = ?;

-- remove
delete
  from "users"
  where "id" = ?;
