-- list, all
select *
  from "messages"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "messages"
  where "messages"."project_id" = ?
  limit 100000;

-- list, a page after a marker
select *
  from "messages"
  where "messages"."id" in (?)
  limit 100000;
select *
  from "messages"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "messages"
  where "messages"."id" in (?)
  and "messages"."project_id" = ?
  limit 100000;

-- plain
select *
  from "messages"
  where "messages"."id" in (?)
  limit 100000;

-- plainById
select *
  from "messages"
  where "messages"."id" in (?, ?)
  limit 100000;

-- insert
insert into "messages" ("id", "project_id", "created_at", "updated_at", "event_id", "user_message", "message_level", "resource_type", "resource_uuid", "request_id", "guaranteed_until")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "messages"
  set "project_id" = ?, "created_at" = ?, "updated_at" = ?, "event_id" = ?, "user_message" = ?, "message_level" = ?, "resource_type" = ?, "resource_uuid" = ?, "request_id" = ?, "guaranteed_until" = ?
  where id = ?
  returning *;

-- delete
delete
  from "messages"
  where "id" = ?;
