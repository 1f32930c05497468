-- limitsSetFor
select 'type' as "of", "name" as "resource", 0 as "hard_limit"
  from "volume_types"
  union all select 'class' as "of", "resource", "hard_limit"
  from "quota_classes"
  where "class_name" = ?
  union all select 'project' as "of", "resource", "hard_limit"
  from "quotas"
  where "project_id" = ?;

-- classLimits
select *
  from "quota_classes"
  where "class_name" = ?;

-- setLimit
insert into "quotas" ("project_id", "resource", "hard_limit")
  values (?, ?, ?)
  on conflict ("project_id", "resource") do update
  set "hard_limit" = ?;

-- setClassLimit
insert into "quota_classes" ("class_name", "resource", "hard_limit")
  values (?, ?, ?)
  on conflict ("class_name", "resource") do update
  set "hard_limit" = ?;

-- removeLimits
delete
  from "quotas"
  where "project_id" = ?;

-- typeNames
select "name"
  from "volume_types"
  order by "name"
  limit 10000;

-- usageOf
select 'volumes' as "of", "volume_types"."name" as "type", count(*) as "count", sum("volumes"."size") as "gigabytes", sum("volumes"."growing_by") as "growing"
  from "volumes"
  inner join "volume_types" on "volume_types"."id" = "volumes"."volume_type_id"
  where "volumes"."project_id" in (?)
  and "volumes"."consumes_quota" = ?
  group by "volume_types"."name"
  union all select 'snapshots' as "of", "volume_types"."name" as "type", count(*) as "count", sum("snapshots"."size") as "gigabytes", 0 as "growing"
  from "snapshots"
  inner join "volumes" on "volumes"."id" = "snapshots"."volume_id"
  inner join "volume_types" on "volume_types"."id" = "volumes"."volume_type_id"
  where "snapshots"."project_id" in (?)
  and "snapshots"."consumes_quota" = ?
  group by "volume_types"."name"
  union all select 'backups' as "of", '' as "type", count(*) as "count", sum("size") as "gigabytes", 0 as "growing"
  from "backups"
  where "project_id" in (?)
  union all select 'groups' as "of", '' as "type", count(*) as "count", 0 as "gigabytes", 0 as "growing"
  from "volume_groups"
  where "project_id" in (?);

-- holdQuota
insert into "quota_guards" ("project_id", "turn")
  values (?, ?)
  on conflict ("project_id") do update
  set "turn" = "quota_guards"."turn";
