-- list, all
select *
  from "logs"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "logs"
  where "logs"."project_id" = ?
  limit 100000;

-- list, a page after a marker
select *
  from "logs"
  where "logs"."id" in (?)
  limit 100000;
select *
  from "logs"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "logs"
  where "logs"."id" in (?)
  and "logs"."project_id" = ?
  limit 100000;

-- plain
select *
  from "logs"
  where "logs"."id" in (?)
  limit 100000;

-- plainById
select *
  from "logs"
  where "logs"."id" in (?, ?)
  limit 100000;

-- insert
insert into "logs" ("id", "project_id", "revision_number", "created_at", "updated_at", "name", "description", "enabled", "resource_type", "resource_id", "target_id", "event")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "logs"
  set "project_id" = ?, "revision_number" = ?, "created_at" = ?, "updated_at" = ?, "name" = ?, "description" = ?, "enabled" = ?, "resource_type" = ?, "resource_id" = ?, "target_id" = ?, "event" = ?, revision_number = revision_number + 1
  where id = ?
  returning *;

-- delete
delete
  from "logs"
  where "id" = ?;
