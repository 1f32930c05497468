-- endAbandonedVolumes
update "volumes"
  set "status" = ?, "growing_by" = ?, "updated_at" = ?
  where "status" = ?
  and "id" not in (select "subject"
    from "flows"
    where "wake_at" is not null)
  and "id" = ?
  and ("group_id" is null or "group_id" not in (select "subject"
      from "flows"
      where "wake_at" is not null))
  returning "id";
update "volumes"
  set "status" = ?, "growing_by" = ?, "updated_at" = ?
  where "status" = ?
  and "id" not in (select "subject"
    from "flows"
    where "wake_at" is not null)
  and "id" = ?
  and ("group_id" is null or "group_id" not in (select "subject"
      from "flows"
      where "wake_at" is not null))
  returning "id";
update "volumes"
  set "status" = ?, "growing_by" = ?, "updated_at" = ?
  where "status" = ?
  and "id" not in (select "subject"
    from "flows"
    where "wake_at" is not null)
  and "id" = ?
  and ("group_id" is null or "group_id" not in (select "subject"
      from "flows"
      where "wake_at" is not null))
  returning "id";
update "volumes"
  set "status" = ?, "growing_by" = ?, "updated_at" = ?
  where "status" = ?
  and "id" not in (select "subject"
    from "flows"
    where "wake_at" is not null)
  and "id" = ?
  and ("group_id" is null or "group_id" not in (select "subject"
      from "flows"
      where "wake_at" is not null))
  returning "id";
update "volumes"
  set "status" = ?, "growing_by" = ?, "updated_at" = ?
  where "status" = ?
  and "id" not in (select "subject"
    from "flows"
    where "wake_at" is not null)
  and "id" = ?
  and ("group_id" is null or "group_id" not in (select "subject"
      from "flows"
      where "wake_at" is not null))
  returning "id";
update "volumes"
  set "status" = ?, "growing_by" = ?, "updated_at" = ?
  where "status" = ?
  and "id" not in (select "subject"
    from "flows"
    where "wake_at" is not null)
  and "id" = ?
  and ("group_id" is null or "group_id" not in (select "subject"
      from "flows"
      where "wake_at" is not null))
  returning "id";
update "volumes"
  set "status" = ?, "growing_by" = ?, "updated_at" = ?
  where "status" = ?
  and "id" not in (select "subject"
    from "flows"
    where "wake_at" is not null)
  and "id" = ?
  and ("group_id" is null or "group_id" not in (select "subject"
      from "flows"
      where "wake_at" is not null))
  returning "id";
update "volumes"
  set "status" = ?, "growing_by" = ?, "updated_at" = ?
  where "status" = ?
  and "id" not in (select "subject"
    from "flows"
    where "wake_at" is not null)
  and "id" = ?
  and ("group_id" is null or "group_id" not in (select "subject"
      from "flows"
      where "wake_at" is not null))
  returning "id";
update "volumes"
  set "status" = coalesce("previous_status", ?), "updated_at" = ?
  where "status" in (?, ?)
  and "id" not in (select "subject"
    from "flows"
    where "wake_at" is not null)
  and "id" = ?
  returning "id";

-- endAbandonedSnapshots
update "snapshots"
  set "status" = ?, "updated_at" = ?
  where "status" = ?
  and "id" not in (select "subject"
    from "flows"
    where "wake_at" is not null)
  and "volume_id" not in (select "subject"
    from "flows"
    where "wake_at" is not null)
  and ("group_snapshot_id" is null or "group_snapshot_id" not in (select "subject"
      from "flows"
      where "wake_at" is not null))
  returning "id";
update "snapshots"
  set "status" = ?, "updated_at" = ?
  where "status" = ?
  and "id" not in (select "subject"
    from "flows"
    where "wake_at" is not null)
  and "volume_id" not in (select "subject"
    from "flows"
    where "wake_at" is not null)
  and ("group_snapshot_id" is null or "group_snapshot_id" not in (select "subject"
      from "flows"
      where "wake_at" is not null))
  returning "id";
update "snapshots"
  set "status" = ?, "updated_at" = ?
  where "status" = ?
  and "id" not in (select "subject"
    from "flows"
    where "wake_at" is not null)
  and "volume_id" not in (select "subject"
    from "flows"
    where "wake_at" is not null)
  and ("group_snapshot_id" is null or "group_snapshot_id" not in (select "subject"
      from "flows"
      where "wake_at" is not null))
  returning "id";

-- endAbandonedBackups
update "backups"
  set "status" = ?, "updated_at" = ?
  where "status" = ?
  and "id" not in (select "subject"
    from "flows"
    where "wake_at" is not null)
  returning "id";
update "backups"
  set "status" = ?, "updated_at" = ?
  where "status" = ?
  and "id" not in (select "subject"
    from "flows"
    where "wake_at" is not null)
  returning "id";
update "volumes"
  set "status" = coalesce("previous_status", ?)
  where "status" = ?
  and "id" not in (select "volume_id"
    from "backups"
    where "status" = ?);
