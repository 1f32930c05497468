-- list
select *
  from "aggregates"
  order by "id"
  limit 10000;
select *
  from "aggregate_hosts"
  order by "aggregate_id", "host"
  limit 1000000;

-- find
select *
  from "aggregates"
  where "id" = ?;
select "host"
  from "aggregate_hosts"
  where "aggregate_id" = ?
  order by "host"
  limit 100000;

-- create
begin;
insert into "counters" ("name", "value")
  values (?, ?)
  on conflict ("name") do update
  set "value" = "counters"."value" + ?
  returning "value";
insert into "aggregates" ("id", "uuid", "name", "metadata", "created_at", "updated_at")
  values (?, ?, ?, ?, ?, ?)
  on conflict ("name") do nothing
  returning *;
commit;

-- update
update "aggregates"
  set "updated_at" = ?, "name" = ?, "metadata" = ?
  where "id" = ?;

-- remove
delete
  from "aggregates"
  where "id" = ?;

-- addHost
insert into "aggregate_hosts" ("aggregate_id", "host")
  values (?, ?)
  on conflict do nothing
  returning "host";
update "aggregates"
  set "updated_at" = ?
  where "id" = ?;

-- removeHost
delete
  from "aggregate_hosts"
  where "aggregate_id" = ?
  and "host" = ?;
update "aggregates"
  set "updated_at" = ?
  where "id" = ?;
