-- find
select *
  from "endpoints"
  where "id" = ?;

-- findMany, SQLite
select *
  from "endpoints"
  where "id" in (?, ?)
  order by "id"
  limit 2;

-- findMany, PostgreSQL
select *
  from "endpoints"
  where "id" in ($1, $2)
  order by "id"
  limit $3;

-- findBy, SQLite
select *
  from "endpoints"
  where "service_id" = ?
  order by "id"
  limit 1;

-- findBy, PostgreSQL
select *
  from "endpoints"
  where "service_id" = $1
  order by "id"
  limit $2;

-- page, SQLite
select *
  from "endpoints"
  order by "id"
  limit 10;
select *
  from "endpoints"
  where lower("id") like lower(?) escape '\'
  and "id" in (?, ?)
  and "id" > ?
  order by "id"
  limit 10;

-- page, PostgreSQL
select *
  from "endpoints"
  order by "id"
  limit $1;
select *
  from "endpoints"
  where lower("id") like lower($1) escape '\'
  and "id" in ($2, $3)
  and "id" > $4
  order by "id"
  limit $5;

-- insert
insert into "endpoints" ("id", "service_id", "region_id", "url", "enabled", "extra", "interface")
  values (?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- replace
update "endpoints"
  set "id" = ?, "service_id" = ?, "region_id" = ?, "url" = ?, "enabled" = ?, "extra" = ?, "interface" = ?
  where "id" = ?;

-- remove
delete
  from "endpoints"
  where "id" = ?;
