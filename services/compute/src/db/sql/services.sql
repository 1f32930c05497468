-- ensure
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

-- report
update "services"
  set "report_count" = "report_count" + ?, "last_seen_at" = ?
  where "id" = ?;

-- list
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

-- onHosts
select *
  from "services"
  where "binary" = ?
  and "host" in (?);

-- lowestVersion
select "version"
  from "services"
  where "binary" = ?
  order by "version"
  limit 1;

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
