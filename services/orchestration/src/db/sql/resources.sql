-- resourcesOf
select *
  from "resources"
  where "stack_id" = ?
  order by "created_at", "id"
  limit 100000;

-- insertResource
insert into "resources" ("id", "stack_id", "name", "type", "physical_id", "action", "status", "status_reason", "properties", "metadata", "data", "definition", "requires", "template_id", "replaces", "replaced_by", "traversal", "asked", "attempts", "started_at", "created_at", "updated_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- changeResource
update "resources"
  set "status" = ?, "status_reason" = ?
  where "id" = ?;

-- changeResourceWith
update "resources"
  set "data" = ?
  where "id" = ?
  and "data" = ?;

-- changeResourceAt
update "resources"
  set "status" = ?
  where "id" = ?
  and "action" = ?
  and "status" = ?
  and "traversal" = ?;

-- removeResource
delete
  from "resources"
  where "id" = ?;

-- findResource
select *
  from "resources"
  where "id" = ?;

-- resourceOfServer
select "resources".*
  from "resources"
  inner join "stacks" on "stacks"."id" = "resources"."stack_id"
  where "resources"."physical_id" = ?
  and "stacks"."project_id" = ?
  and "resources"."replaced_by" is null
  order by "resources"."created_at"
  limit 1;

-- isOfAnother
select "id"
  from "resources"
  where "physical_id" = ?
  and "id" != ?;

-- countResources
select count(*) as "count"
  from "resources"
  inner join "stacks" on "stacks"."id" = "resources"."stack_id"
  where "stacks"."root_id" = ?
  and "stacks"."deleted_at" is null;
