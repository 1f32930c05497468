-- processorsSince
select "name"
  from "metric_processors"
  where "seen_at" >= ?
  order by "name"
  limit 1000;

-- reportProcessor
insert into "metric_processors" ("name", "seen_at")
  values (?, ?)
  on conflict ("name") do update
  set "seen_at" = ?;
