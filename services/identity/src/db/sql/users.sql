-- find
select *
  from "users"
  where "id" = ?;

-- findMany
select *
  from "users"
  where "id" in (?, ?)
  order by "id"
  limit 2;

-- findBy
select *
  from "users"
  where "name" = ?
  and "domain_id" = ?
  order by "id"
  limit 1;

-- page
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

-- insert
insert into "users" ("options", "extra", "id", "name", "domain_id", "enabled", "default_project_id", "password_hash", "password_expires_at", "password_created_at", "password_self_service", "created_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "users"
  set "name" = ?
  where "id" = ?;

-- remove
delete
  from "users"
  where "id" = ?;
