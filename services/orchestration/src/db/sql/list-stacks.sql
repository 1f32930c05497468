-- listStacks, SQLite
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

-- listStacks, PostgreSQL
select *
  from "stacks"
  order by "created_at", "id"
  limit $1;
select *
  from "stacks"
  where "project_id" = $1
  and "deleted_at" is null
  and "parent_id" is null
  order by "created_at", "id"
  limit $2;
select *
  from "stacks"
  where "parent_id" = $1
  and "id" in ($2, $3)
  and "name" in ($4, $5)
  and "user_name" = $6
  order by "created_at", "id"
  limit $7;
