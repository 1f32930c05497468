-- begin
update "images"
  set "status" = ?, "upload_id" = ?, "upload_until" = ?, "updated_at" = ?
  where "id" = ?
  and "status" = ?
  and "disk_format" = ?
  and "container_format" = ?;

-- prolong
update "images"
  set "upload_until" = ?
  where "id" = ?
  and "upload_id" = ?
  and "status" in (?, ?)
  and "upload_until" <> ?;

-- stage
update "images"
  set "staged" = ?, "size" = ?, "updated_at" = ?, "upload_id" = ?, "upload_until" = ?
  where "id" = ?
  and "upload_id" = ?
  and "status" in (?, ?)
  and "upload_until" <> ?;

-- complete
update "images"
  set "status" = ?, "location" = ?, "stores" = ?, "size" = ?, "virtual_size" = ?, "checksum" = ?, "hash_value" = ?, "updated_at" = ?, "upload_id" = ?, "upload_until" = ?
  where "id" = ?
  and "upload_id" = ?
  and "status" in (?, ?)
  and "upload_until" <> ?;

-- end
update "images"
  set "upload_until" = ?
  where "id" = ?
  and "upload_id" = ?
  and "upload_until" = ?;

-- abandon
update "images"
  set "status" = ?, "upload_id" = ?, "upload_until" = ?
  where "id" = ?
  and "upload_id" = ?
  and "status" in (?, ?);

-- lapsedBefore
select "id", "upload_id", "upload_until"
  from "images"
  where "upload_until" < ?
  order by "upload_until"
  limit 10;
