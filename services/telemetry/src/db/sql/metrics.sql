-- findMetric
select *
  from "metrics"
  where "status" = 'active'
  and "id" in (?);

-- findMetrics
select *
  from "metrics"
  where "status" = 'active'
  and "id" in (?, ?);

-- ownersOf
select "created_by_user_id", "created_by_project_id", count(*) as "count"
  from "metrics"
  where "status" = 'active'
  and "id" in (?, ?)
  group by "created_by_user_id", "created_by_project_id";

-- knownIds
select "id"
  from "metrics"
  where "status" = 'active'
  and "id" in (?, ?);

-- metricsOf
select *
  from "metrics"
  where "status" = 'active'
  and "resource_id" in (?, ?)
  order by "name"
  limit 20000;

-- findNamedMetric
select *
  from "metrics"
  where "status" = 'active'
  and "resource_id" = ?
  and "name" = ?;

-- listMetrics
select *
  from "metrics"
  where "status" = 'active'
  and project_id = ?
  and (("id" > ?))
  order by "id" asc
  limit 10;

-- insertMetric
insert into "metrics" ("id", "created_by_user_id", "created_by_project_id", "name", "unit", "archive_policy_name", "resource_id", "status")
  values (?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("resource_id", "name") do nothing;

-- insertMetrics
insert into "metrics" ("id", "created_by_user_id", "created_by_project_id", "name", "unit", "archive_policy_name", "resource_id", "status")
  values (?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("resource_id", "name") do nothing;

-- attachMetric
update "metrics"
  set "resource_id" = ?, "name" = ?
  where "id" = ?;

-- deleteMetrics
update "metrics"
  set "status" = ?, "resource_id" = ?
  where "id" in (?, ?);

-- deleteMetricsOf
update "metrics"
  set "status" = ?, "resource_id" = ?
  where "resource_id" in (?, ?);

-- takeDeletedMetrics, SQLite
select "id"
  from "metrics"
  where "status" = 'delete'
  order by "id"
  limit 10;

-- takeDeletedMetrics, PostgreSQL
select "id"
  from "metrics"
  where "status" = 'delete'
  order by "id"
  limit $1
  for update;

-- expungeMetrics
delete
  from "metrics"
  where "id" in (?, ?);
