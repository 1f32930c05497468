-- keepMeasures
insert into "measures" ("metric_id", "count", "points")
  values (?, ?, ?);

-- metricsWaiting
select "metric_id", min("position") as "first"
  from "measures"
  group by "metric_id"
  order by "first"
  limit 10;

-- takeMeasures, SQLite
select "position", "points"
  from "measures"
  where "metric_id" = ?
  order by "position"
  limit 1000;
delete
  from "measures"
  where "metric_id" = ?
  and "position" <= ?;

-- takeMeasures, PostgreSQL
select "position", "points"
  from "measures"
  where "metric_id" = $1
  order by "position"
  limit $2
  for update;
delete
  from "measures"
  where "metric_id" = $1
  and "position" <= $2;

-- pointsOf
select "points"
  from "series"
  where "metric_id" = ?;

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

-- waitingByMetric
select "metric_id", sum("count") as "count"
  from "measures"
  group by "metric_id"
  order by "metric_id"
  limit 10;
