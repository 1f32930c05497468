-- begin
insert into "instance_actions" ("id", "server_id", "action", "request_id", "project_id", "user_id", "message", "start_time", "updated_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("server_id", "request_id", "action") do nothing;

-- beginEvent
insert into "instance_action_events" ("id", "action_id", "event", "host", "start_time") select ? as "id", "instance_actions"."id" as "action_id", ? as "event", ? as "host", ? as "start_time"
  from "instance_actions"
  where "id" = (select "asked"."id"
    from "instance_actions" as "asked"
    where "asked"."server_id" = ?
    and "asked"."request_id" = ?
    order by "asked"."start_time" desc, "asked"."id"
    limit 1)
  and not exists (select "begun"."id"
    from "instance_action_events" as "begun"
    where "begun"."action_id" = "instance_actions"."id"
    and "begun"."event" = ?
    and "begun"."host" is null
    and "begun"."finish_time" is null);
insert into "instance_action_events" ("id", "action_id", "event", "host", "start_time") select ? as "id", "instance_actions"."id" as "action_id", ? as "event", ? as "host", ? as "start_time"
  from "instance_actions"
  where "id" = (select "asked"."id"
    from "instance_actions" as "asked"
    where "asked"."server_id" = ?
    and "asked"."request_id" = ?
    order by "asked"."start_time" desc, "asked"."id"
    limit 1)
  and not exists (select "begun"."id"
    from "instance_action_events" as "begun"
    where "begun"."action_id" = "instance_actions"."id"
    and "begun"."event" = ?
    and "begun"."host" = ?
    and "begun"."finish_time" is null);

-- endEvent
update "instance_action_events"
  set "finish_time" = ?, "result" = ?, "traceback" = ?
  where "action_id" = (select "asked"."id"
    from "instance_actions" as "asked"
    where "asked"."server_id" = ?
    and "asked"."request_id" = ?
    order by "asked"."start_time" desc, "asked"."id"
    limit 1)
  and "event" = ?
  and "finish_time" is null;
update "instance_actions"
  set "updated_at" = ?, "message" = ?
  where "id" = (select "asked"."id"
    from "instance_actions" as "asked"
    where "asked"."server_id" = ?
    and "asked"."request_id" = ?
    order by "asked"."start_time" desc, "asked"."id"
    limit 1);

-- list
select *
  from "instance_actions"
  where "server_id" = ?
  order by "start_time" desc, "id" desc
  limit 10;
select *
  from "instance_actions"
  where "server_id" = ?
  and ("start_time" < ? or ("start_time" = ?
      and "id" < ?))
  and "updated_at" >= ?
  and "updated_at" <= ?
  order by "start_time" desc, "id" desc
  limit 10;

-- find
select *
  from "instance_actions"
  where "server_id" = ?
  and "request_id" = ?
  order by "start_time";

-- events
select *
  from "instance_action_events"
  where "action_id" = ?
  order by "start_time" desc, "id" desc
  limit 200;
