-- setVolumeMetadata
delete
  from "volume_metadata"
  where "volume_id" = ?
  and "key" in (?, ?);
insert into "volume_metadata" ("volume_id", "key", "value")
  values (?, ?, ?), (?, ?, ?);
delete
  from "volume_metadata"
  where "volume_id" = ?;
insert into "volume_metadata" ("volume_id", "key", "value")
  values (?, ?, ?);

-- removeVolumeMetadata
delete
  from "volume_metadata"
  where "volume_id" = ?
  and "key" = ?;

-- setAdminMetadata
insert into "volume_admin_metadata" ("volume_id", "key", "value")
  values (?, ?, ?)
  on conflict ("volume_id", "key") do update
  set "value" = ?;

-- setSnapshotMetadata
delete
  from "snapshot_metadata"
  where "snapshot_id" = ?
  and "key" in (?, ?);
insert into "snapshot_metadata" ("snapshot_id", "key", "value")
  values (?, ?, ?), (?, ?, ?);
delete
  from "snapshot_metadata"
  where "snapshot_id" = ?;
insert into "snapshot_metadata" ("snapshot_id", "key", "value")
  values (?, ?, ?);

-- removeSnapshotMetadata
delete
  from "snapshot_metadata"
  where "snapshot_id" = ?
  and "key" = ?;
