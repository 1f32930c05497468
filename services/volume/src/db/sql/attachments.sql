-- findAttachment
select *
  from "attachments"
  where "id" = ?;
select *
  from "attachments"
  where "id" = ?
  and "project_id" = ?;

-- attachmentsOf
select *
  from "attachments"
  where "volume_id" in (?, ?)
  order by "created_at", "id";

-- listAttachments
select *
  from "attachments"
  order by "created_at" desc, "id" desc
  limit 10;
select *
  from "attachments"
  where "project_id" = ?
  and "volume_id" = ?
  and ((("created_at" < ? or "created_at" is null)) or ("created_at" = ?
      and ("id" < ? or "id" is null)))
  order by "created_at" desc, "id" desc
  limit 10;

-- insertAttachment
insert into "attachments" ("id", "volume_id", "project_id", "instance_uuid", "status", "mode", "mountpoint", "host", "connector", "connection_info", "attached_at", "created_at", "updated_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- updateAttachment
update "attachments"
  set "status" = ?
  where "id" = ?;

-- removeAttachment
delete
  from "attachments"
  where "id" = ?;

-- giveAttachments
update "attachments"
  set "volume_id" = ?
  where "volume_id" = ?;

-- removeAttachmentsOf
delete
  from "attachments"
  where "volume_id" = ?;
