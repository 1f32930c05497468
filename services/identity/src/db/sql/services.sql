-- find
select *
  from "services"
  where "id" = ?;

-- findMany, SQLite
select *
  from "services"
  where "id" in (?, ?)
  order by "id"
  limit 2;

-- findMany, PostgreSQL
select *
  from "services"
  where "id" in ($1, $2)
  order by "id"
  limit $3;

-- findBy, SQLite
select *
  from "services"
  where "type" = ?
  order by "id"
  limit 1;

-- findBy, PostgreSQL
select *
  from "services"
  where "type" = $1
  order by "id"
  limit $2;

-- page, SQLite
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

-- page, PostgreSQL
select *
  from "services"
  order by "id"
  limit $1;
select *
  from "services"
  where lower("id") like lower($1) escape '\'
  and "id" in ($2, $3)
  and "id" > $4
  order by "id"
  limit $5;

-- insert
insert into "services" ("id", "type", "name", "enabled", "description", "extra")
  values (?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- replace
update "services"
  set "id" = ?, "type" = ?, "name" = ?, "enabled" = ?, "description" = ?, "extra" = ?
  where "id" = ?;

-- remove
delete
  from "services"
  where "id" = ?;
