-- ofServer
select *
  from "block_device_mappings"
  where "server_id" = ?
  and "deleted_at" is null
  order by "created_at", "id"
  limit 200;

-- ofServers
select *
  from "block_device_mappings"
  where "server_id" in (?, ?)
  and "deleted_at" is null
  order by "created_at", "id";

-- volumesOf
select "server_id", "volume_id", "delete_on_termination"
  from "block_device_mappings"
  where "server_id" in (?, ?)
  and "volume_id" is not null
  and "deleted_at" is null
  order by "created_at", "id";

-- findByAttachment
select *
  from "block_device_mappings"
  where "attachment_id" = ?
  and "deleted_at" is null;

-- insert
insert into "block_device_mappings" ("id", "server_id", "source_type", "destination_type", "image_id", "volume_id", "snapshot_id", "volume_size_gb", "volume_type", "boot_index", "device_name", "attachment_id", "connection_info", "delete_on_termination", "guest_format", "tag", "created_at", "deleted_at", "swap_mb", "disk_bus", "device_type")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("id") do nothing;

-- update
update "block_device_mappings"
  set "attachment_id" = ?, "connection_info" = ?
  where "id" = ?;

-- remove
update "block_device_mappings"
  set "deleted_at" = ?
  where "id" = ?
  and "deleted_at" is null;

-- removeOfServer
update "block_device_mappings"
  set "deleted_at" = ?
  where "server_id" = ?
  and "deleted_at" is null;
