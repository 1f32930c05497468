-- pointsOf
select *
  from "series"
  where "metric_id" in (?, ?);

-- keepPoints
insert into "series" ("metric_id", "points")
  values (?, ?)
  on conflict ("metric_id") do update
  set "points" = "excluded"."points";

-- keepAggregates
insert into "aggregates" ("metric_id", "granularity", "start", "amounts")
  values (?, ?, ?, ?)
  on conflict ("metric_id", "granularity", "start") do update
  set "amounts" = "excluded"."amounts";

-- forgetAggregates
delete
  from "aggregates"
  where "metric_id" = ?
  and "granularity" = ?
  and "start" < ?;

-- aggregatesOf
select "start", "amounts"
  from "aggregates"
  where "metric_id" = ?
  and "granularity" = ?
  order by "start"
  limit 1000000;
select "start", "amounts"
  from "aggregates"
  where "metric_id" = ?
  and "granularity" = ?
  and "start" >= ?
  and "start" < ?
  order by "start"
  limit 1000000;
