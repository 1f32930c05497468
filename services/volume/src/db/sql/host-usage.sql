-- usageOfHost
select "project_id", count(*) as "count", sum("size") as "gigabytes"
  from "volumes"
  where (volumes.host = ? or substr(volumes.host, 1, ?) in (?, ?))
  group by "project_id"
  order by "project_id";
select "volumes"."project_id", count(*) as "count", sum("snapshots"."size") as "gigabytes"
  from "snapshots"
  inner join "volumes" on "volumes"."id" = "snapshots"."volume_id"
  where (volumes.host = ? or substr(volumes.host, 1, ?) in (?, ?))
  group by "volumes"."project_id";
