-- find
select *
  from "application_credentials"
  where "id" = ?;

-- findMany, SQLite
select *
  from "application_credentials"
  where "id" in (?, ?)
  order by "id"
  limit 2;

-- findMany, PostgreSQL
select *
  from "application_credentials"
  where "id" in ($1, $2)
  order by "id"
  limit $3;

-- findBy, SQLite
select *
  from "application_credentials"
  where "user_id" = ?
  and "name" = ?
  order by "id"
  limit 1;

-- findBy, PostgreSQL
select *
  from "application_credentials"
  where "user_id" = $1
  and "name" = $2
  order by "id"
  limit $3;

-- page, SQLite
select *
  from "application_credentials"
  order by "id"
  limit 10;
select *
  from "application_credentials"
  where lower("id") like lower(?) escape '\'
  and "id" in (?, ?)
  and "id" > ?
  order by "id"
  limit 10;

-- page, PostgreSQL
select *
  from "application_credentials"
  order by "id"
  limit $1;
select *
  from "application_credentials"
  where lower("id") like lower($1) escape '\'
  and "id" in ($2, $3)
  and "id" > $4
  order by "id"
  limit $5;

-- insert
insert into "application_credentials" ("id", "user_id", "project_id", "name", "description", "secret_hash", "expires_at", "unrestricted")
  values (?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- replace
update "application_credentials"
  set "id" = ?, "user_id" = ?, "project_id" = ?, "name" = ?, "description" = ?, "secret_hash" = ?, "expires_at" = ?, "unrestricted" = ?
  where "id" = ?;

-- remove
delete
  from "application_credentials"
  where "id" = ?;
