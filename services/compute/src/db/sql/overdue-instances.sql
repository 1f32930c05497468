-- softDeletedUntil
select *
  from "instances"
  where "vm_state" = ?
  and "deleted_at" is null
  and "terminated_at" <= ?
  and "task_state" is null
  order by "terminated_at"
  limit 10;

-- shelvedUntil
select *
  from "instances"
  where "vm_state" = ?
  and "deleted_at" is null
  and "task_state" is null
  and not exists (select "instance_actions"."id"
    from "instance_actions"
    where "instance_actions"."server_id" = "instances"."id"
    and "instance_actions"."action" = ?
    and "instance_actions"."start_time" > ?)
  order by "instances"."updated_at"
  limit 10;

-- rescuedUntil
select *
  from "instances"
  where "vm_state" = ?
  and "deleted_at" is null
  and "task_state" is null
  and not exists (select "instance_actions"."id"
    from "instance_actions"
    where "instance_actions"."server_id" = "instances"."id"
    and "instance_actions"."action" = ?
    and "instance_actions"."start_time" > ?)
  order by "instances"."updated_at"
  limit 10;

-- builtSince
select *
  from "instances"
  where "vm_state" = ?
  and "deleted_at" is null
  and "created_at" <= ?
  and "host" is not null
  order by "created_at"
  limit 10;
