-- lookIntoCell, SQLite
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
select "id", "compute_node_id", "address", "claim_id", "request_id"
  from "pci_devices"
  where "claim_id" is not null
  and "id" > ?
  order by "id"
  limit 2000;
select "id", "server_id"
  from "migrations"
  where "status" in (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
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

-- lookIntoCell, PostgreSQL
select "id", "name", "subject", "state", "lease_expires_at", "wake_at", "deadline_at"
  from "flows"
  where "wake_at" is not null
  and "id" > $1
  order by "id"
  limit $2;
select "id", "host", "node", "vm_state", "task_state", "network_info"
  from "instances"
  where "deleted_at" is null
  and "id" > $1
  order by "id"
  limit $2;
select "id", "server_id", "volume_id", "attachment_id", "source_type"
  from "block_device_mappings"
  where "deleted_at" is null
  and "id" > $1
  order by "id"
  limit $2;
select "id", "compute_node_id", "address", "claim_id", "request_id"
  from "pci_devices"
  where "claim_id" is not null
  and "id" > $1
  order by "id"
  limit $2;
select "id", "server_id"
  from "migrations"
  where "status" in ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  and "id" > $11
  order by "id"
  limit $12;
select "id", "host", "node"
  from "compute_nodes"
  where "id" > $1
  order by "id"
  limit $2;
select "id", "name", "subject", "state", "lease_expires_at", "wake_at", "deadline_at"
  from "flows"
  where "wake_at" is not null
  and "id" > $1
  order by "id"
  limit $2;
