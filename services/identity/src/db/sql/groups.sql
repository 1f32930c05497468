-- find
select *
  from "groups"
  where "id" = ?;

-- findMany, SQLite
select *
  from "groups"
  where "id" in (?, ?)
  order by "id"
  limit 2;

-- findMany, PostgreSQL
select *
  from "groups"
  where "id" in ($1, $2)
  order by "id"
  limit $3;

-- findBy, SQLite
select *
  from "groups"
  where "name" = ?
  and "domain_id" = ?
  order by "id"
  limit 1;

-- findBy, PostgreSQL
select *
  from "groups"
  where "name" = $1
  and "domain_id" = $2
  order by "id"
  limit $3;

-- page, SQLite
select *
  from "groups"
  order by "id"
  limit 10;
select *
  from "groups"
  where lower("id") like lower(?) escape '\'
  and "id" in (?, ?)
  and "id" > ?
  order by "id"
  limit 10;

-- page, PostgreSQL
select *
  from "groups"
  order by "id"
  limit $1;
select *
  from "groups"
  where lower("id") like lower($1) escape '\'
  and "id" in ($2, $3)
  and "id" > $4
  order by "id"
  limit $5;

-- insert
insert into "groups" ("id", "name", "domain_id", "description", "extra")
  values (?, ?, ?, ?, ?)
  on conflict do nothing;

-- replace
update "groups"
  set "id" = ?, "name" = ?, "domain_id" = ?, "description" = ?, "extra" = ?
  where "id" = ?;

-- remove
delete
  from "groups"
  where "id" = ?;
