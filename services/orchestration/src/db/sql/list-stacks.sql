-- listStacks
select *
  from "stacks"
  order by "created_at", "id"
  limit 100000;
select *
  from "stacks"
  where "project_id" = ?
  and "deleted_at" is null
  and "parent_id" is null
  order by "created_at", "id"
  limit 100000;
select *
  from "stacks"
  where "parent_id" = ?
  and "id" in (?, ?)
  and "name" in (?, ?)
  and "user_name" = ?
  order by "created_at", "id"
  limit 100000;
