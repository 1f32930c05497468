-- findStack
select *
  from "stacks"
  where "id" = ?;

-- findNestedStack
select *
  from "stacks"
  where "id" = ?
  and "parent_id" = ?;

-- findStackByName
select *
  from "stacks"
  where "project_id" = ?
  and "living_name" = ?;

-- stackOfUsers
select *
  from "stacks"
  where "user_project_id" = ?
  and "deleted_at" is null;

-- insertStack
insert into "stacks" ("id", "name", "living_name", "project_id", "user_id", "user_name", "parent_id", "parent_resource", "root_id", "depth", "action", "status", "status_reason", "traversal", "holder", "template_id", "previous_template_id", "disable_rollback", "timeout_mins", "wish", "tags", "trust_id", "trustor_id", "user_project_id", "events_told", "created_at", "updated_at", "action_at", "deleted_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- changeStack
update "stacks"
  set "status" = ?, "updated_at" = ?
  where "id" = ?
  and "traversal" = ?;

-- entrustTree
update "stacks"
  set "trust_id" = ?, "trustor_id" = ?
  where "root_id" = ?;

-- isTrustUsed
select "id"
  from "stacks"
  where "root_id" = ?
  and "trust_id" = ?
  and "deleted_at" is null
  limit 1;

-- keepNestedStack
update "stacks"
  set "parent_resource" = ?
  where "id" = ?
  and "parent_id" = ?;

-- keepUserProject
update "stacks"
  set "user_project_id" = ?
  where "id" = ?;

-- holdStack
update "stacks"
  set "holder" = ?
  where "id" = ?
  and ("holder" is null or "holder" = ?);

-- releaseStack
update "stacks"
  set "holder" = ?
  where "id" = ?
  and "holder" = ?;

-- childrenOf
select *
  from "stacks"
  where "parent_id" = ?
  and "deleted_at" is null
  order by "created_at"
  limit 10000;

-- stacksOfTree
select "id", "name", "project_id", "parent_id", "depth"
  from "stacks"
  where "root_id" = ?
  order by "created_at"
  limit 100000;

-- countStacks
select count(*) as "count"
  from "stacks"
  where "project_id" in (?)
  and "living_name" is not null;
