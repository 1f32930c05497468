-- busy
select "host", count(*) as "servers"
  from "instances"
  where "task_state" is not null
  and "deleted_at" is null
  and "host" is not null
  and ("vm_state" = ? or task_state in (?, ?, ?, ?, ?, ?, ?))
  group by "host";

-- atWork
select "host", "node", count(*) as "servers"
  from "instances"
  where "task_state" is not null
  and "deleted_at" is null
  and "host" is not null
  group by "host", "node";

-- count
select "host", count(*) as "servers"
  from "instances"
  where "deleted_at" is null
  and "host" is not null
  group by "host";

-- imageProperties
select "host", "image_properties"
  from "instances"
  where "deleted_at" is null
  and "host" is not null
  limit 100000;
