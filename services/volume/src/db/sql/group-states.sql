-- changeGrouping
update "volume_groups"
  set "status" = ?, "updated_at" = ?
  where "id" = ?
  and "status" in (?);
