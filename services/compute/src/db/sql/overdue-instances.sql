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
  and "updated_at" <= ?
  and "task_state" is null
  order by "updated_at"
  limit 10;

-- rescuedUntil
select *
  from "instances"
  where "vm_state" = ?
  and "deleted_at" is null
  and "updated_at" <= ?
  and "task_state" is null
  order by "updated_at"
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
