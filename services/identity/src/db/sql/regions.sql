-- find
select *
  from "regions"
  where "id" = ?;

-- findMany, SQLite
select *
  from "regions"
  where "id" in (?, ?)
  order by "id"
  limit 2;

-- findMany, PostgreSQL
select *
  from "regions"
  where "id" in ($1, $2)
  order by "id"
  limit $3;

-- findBy, SQLite
select *
  from "regions"
  where "parent_region_id" = ?
  order by "id"
  limit 1;

-- findBy, PostgreSQL
select *
  from "regions"
  where "parent_region_id" = $1
  order by "id"
  limit $2;

-- page, SQLite
select *
  from "regions"
  order by "id"
  limit 10;
select *
  from "regions"
  where lower("id") like lower(?) escape '\'
  and "id" in (?, ?)
  and "id" > ?
  order by "id"
  limit 10;

-- page, PostgreSQL
select *
  from "regions"
  order by "id"
  limit $1;
select *
  from "regions"
  where lower("id") like lower($1) escape '\'
  and "id" in ($2, $3)
  and "id" > $4
  order by "id"
  limit $5;

-- insert
insert into "regions" ("id", "description", "parent_region_id", "extra")
  values (?, ?, ?, ?)
  on conflict do nothing;

-- replace
update "regions"
  set "id" = ?, "description" = ?, "parent_region_id" = ?, "extra" = ?
  where "id" = ?;

-- remove
delete
  from "regions"
  where "id" = ?;
