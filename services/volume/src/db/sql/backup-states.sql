-- changeBackup
update "backups"
  set "status" = ?, "updated_at" = ?
  where "id" = ?
  and "status" in (?);

-- latestBackupOf
select "id"
  from "backups"
  where "volume_id" = ?
  and "status" = ?
  order by "data_timestamp" desc, "created_at" desc, "id" desc
  limit 1;
select *
  from "backups"
  where "backups"."id" in (?)
  limit 100000;

-- dependentsOf
select "parent_id", count(*) as "count"
  from "backups"
  where "parent_id" in (?, ?)
  group by "parent_id";
