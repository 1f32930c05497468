-- takeCounters, SQLite
select *
  from "counters"
  where "resource_id" in (?, ?)
  order by "resource_id", "meter";

-- takeCounters, PostgreSQL
select *
  from "counters"
  where "resource_id" in ($1, $2)
  order by "resource_id", "meter"
  for update;

-- putCounters
insert into "counters" ("resource_id", "meter", "at", "value")
  values (?, ?, ?, ?)
  on conflict ("resource_id", "meter") do update
  set "at" = "excluded"."at", "value" = "excluded"."value";

-- addTraffic
insert into "traffic" ("resource_id", "project_id", "direction", "hour", "bytes")
  values (?, ?, ?, ?, ?)
  on conflict ("resource_id", "direction", "hour") do update
  set "bytes" = "traffic"."bytes" + "excluded"."bytes";

-- trafficBetween
select "project_id", "direction", "hour", sum("bytes") as "bytes"
  from "traffic"
  where "hour" >= ?
  and "hour" < ?
  group by "project_id", "direction", "hour"
  order by "hour", "project_id", "direction"
  limit 200001;
select "project_id", "direction", "hour", sum("bytes") as "bytes"
  from "traffic"
  where "hour" >= ?
  and "hour" < ?
  and "project_id" = ?
  group by "project_id", "direction", "hour"
  order by "hour", "project_id", "direction"
  limit 200001;
