-- lookIntoCell
select "id", "name", "subject", "state", "lease_expires_at", "wake_at", "deadline_at"
  from "flows"
  where "wake_at" is not null
  and "id" > ?
  order by "id"
  limit 2000;
select "id", "host", "node", "vm_state", "task_state", "network_info"
  from "instances"
  where "deleted_at" is null
  and "id" > ?
  order by "id"
  limit 2000;
select "id", "server_id", "volume_id", "attachment_id", "source_type"
  from "block_device_mappings"
  where "deleted_at" is null
  and "id" > ?
  order by "id"
  limit 2000;
select "id", "host", "node"
  from "compute_nodes"
  where "id" > ?
  order by "id"
  limit 2000;
select "id", "name", "subject", "state", "lease_expires_at", "wake_at", "deadline_at"
  from "flows"
  where "wake_at" is not null
  and "id" > ?
  order by "id"
  limit 2000;
