-- find
select *
  from "application_credentials"
  where "id" = ?;

-- findMany
select *
  from "application_credentials"
  where "id" in (?, ?)
  order by "id"
  limit 2;

-- findBy
select *
  from "application_credentials"
  where "user_id" = ?
  and "name" = ?
  order by "id"
  limit 1;

-- page
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

-- insert
insert into "application_credentials" ("id", "user_id", "project_id", "name", "description", "secret_hash", "expires_at", "unrestricted")
  values (?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "application_credentials"
  set "name" = ?
  where "id" = ?;

-- remove
delete
  from "application_credentials"
  where "id" = ?;
