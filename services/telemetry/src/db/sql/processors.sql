-- processorsSince, SQLite
select "name"
  from "metric_processors"
  where "seen_at" >= ?
  order by "name"
  limit 1000;

-- processorsSince, PostgreSQL
select "name"
  from "metric_processors"
  where "seen_at" >= $1
  order by "name"
  limit $2;

-- tellProcessor
insert into "metric_processors" ("name", "seen_at")
  values (?, ?)
  on conflict ("name") do update
  set "seen_at" = ?;
