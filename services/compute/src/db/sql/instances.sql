-- find
select *
  from "instances"
  where "id" = ?
  and "deleted_at" is null;
select *
  from "instances"
  where "id" = ?;

-- findPart
select "id", "vm_state"
  from "instances"
  where "id" = ?
  and "deleted_at" is null;

-- findParts
select "id", "host"
  from "instances"
  where "id" in (?, ?)
  and "deleted_at" is null
  order by "id";

-- onHost
select *
  from "instances"
  where "host" = ?
  and "deleted_at" is null
  order by "id"
  limit 5000;

-- idsOnHost
select "id"
  from "instances"
  where "host" = ?
  and "deleted_at" is null;

-- newNumber
insert into "counters" ("name", "value")
  values (?, ?)
  on conflict ("name") do update
  set "value" = "counters"."value" + ?
  returning "value";

-- create
insert into "instances" ("id", "number", "name", "description", "hostname", "project_id", "user_id", "image_id", "flavor", "image_properties", "key_name", "public_key", "user_data", "config_drive", "metadata", "tags", "reservation_id", "launch_index", "access_ip_v4", "access_ip_v6", "disk_config", "availability_zone", "locked", "locked_reason", "locked_by", "host", "node", "launched_on", "vm_state", "task_state", "power_state", "progress", "root_device_name", "security_groups", "network_info", "sealed_secrets", "device_addresses", "trusted_image_certificates", "created_at", "updated_at", "launched_at", "terminated_at", "deleted_at", "vcpus", "memory_mb")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("id") do nothing;

-- markDeleted
update "instances"
  set "updated_at" = ?, "vm_state" = ?, "task_state" = ?, "power_state" = ?, "sealed_secrets" = ?, "terminated_at" = ?, "deleted_at" = ?
  where "id" = ?
  and "deleted_at" is null;

-- update
update "instances"
  set "updated_at" = ?, "name" = ?, "flavor" = ?, "vcpus" = ?, "memory_mb" = ?
  where "id" = ?;

-- transition
update "instances"
  set "updated_at" = ?, "task_state" = ?
  where "id" = ?
  and "deleted_at" is null;
update "instances"
  set "updated_at" = ?, "vm_state" = ?, "task_state" = ?, "launched_at" = coalesce("launched_at", ?)
  where "id" = ?
  and "deleted_at" is null
  and "vm_state" in (?)
  and "host" = ?
  and "locked_by" is null
  and ("task_state" in (?) or "task_state" is null);
update "instances"
  set "updated_at" = ?, "network_info" = ?
  where "id" = ?
  and "deleted_at" is null
  and "network_info" = ?;
update "instances"
  set "updated_at" = ?, "metadata" = ?
  where "id" = ?
  and "deleted_at" is null
  and "metadata" = ?;
update "instances"
  set "updated_at" = ?, "tags" = ?
  where "id" = ?
  and "deleted_at" is null
  and "tags" = ?;

-- transitionAndFind
update "instances"
  set "updated_at" = ?, "host" = ?
  where "id" = ?
  and "deleted_at" is null
  and "host" is null
  returning *;

-- endTask
update "instances"
  set "updated_at" = ?, "task_state" = ?
  where "id" = ?
  and "task_state" != ?;
