-- ensure, SQLite
select *
  from "services"
  where "host" = ?
  and "binary" = ?
  order by "number"
  limit 10000;
begin;
select *
  from "services"
  where "host" = ?
  and "binary" = ?
  order by "number"
  limit 10000;
insert into "counters" ("name", "value")
  values (?, ?)
  on conflict ("name") do update
  set "value" = "counters"."value" + ?
  returning "value";
insert into "services" ("id", "number", "host", "binary", "disabled", "disabled_reason", "forced_down", "report_count", "last_seen_at", "version", "created_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
commit;

-- ensure, PostgreSQL
select *
  from "services"
  where "host" = $1
  and "binary" = $2
  order by "number"
  limit $3;
begin;
select *
  from "services"
  where "host" = $1
  and "binary" = $2
  order by "number"
  limit $3;
insert into "counters" ("name", "value")
  values ($1, $2)
  on conflict ("name") do update
  set "value" = "counters"."value" + $3
  returning "value";
insert into "services" ("id", "number", "host", "binary", "disabled", "disabled_reason", "forced_down", "report_count", "last_seen_at", "version", "created_at")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);
commit;

-- report
update "services"
  set "report_count" = "report_count" + ?, "last_seen_at" = ?
  where "id" = ?;

-- list, SQLite
select *
  from "services"
  order by "number"
  limit 10000;
select *
  from "services"
  where "host" = ?
  and "binary" = ?
  order by "number"
  limit 10000;

-- list, PostgreSQL
select *
  from "services"
  order by "number"
  limit $1;
select *
  from "services"
  where "host" = $1
  and "binary" = $2
  order by "number"
  limit $3;

-- find
select *
  from "services"
  where "id" = ?;

-- update
update "services"
  set "disabled" = ?, "disabled_reason" = ?
  where "id" = ?;

-- remove
delete
  from "services"
  where "id" = ?;
