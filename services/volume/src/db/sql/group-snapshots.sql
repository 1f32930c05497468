-- list, all
select *
  from "group_snapshots"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "group_snapshots"
  where "group_snapshots"."project_id" = ?
  limit 100000;

-- list, a page after a marker
select *
  from "group_snapshots"
  where "group_snapshots"."id" in (?)
  limit 100000;
select *
  from "group_snapshots"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "group_snapshots"
  where "group_snapshots"."id" in (?)
  and "group_snapshots"."project_id" = ?
  limit 100000;

-- plain
select *
  from "group_snapshots"
  where "group_snapshots"."id" in (?)
  limit 100000;

-- plainById
select *
  from "group_snapshots"
  where "group_snapshots"."id" in (?, ?)
  limit 100000;

-- insert
insert into "group_snapshots" ("id", "project_id", "created_at", "updated_at", "user_id", "name", "description", "group_id", "group_type_id", "status")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "group_snapshots"
  set "project_id" = ?, "created_at" = ?, "updated_at" = ?, "user_id" = ?, "name" = ?, "description" = ?, "group_id" = ?, "group_type_id" = ?, "status" = ?
  where id = ?
  returning *;

-- delete
delete
  from "group_snapshots"
  where "id" = ?;
