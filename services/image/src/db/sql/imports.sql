-- begin
update "images"
  set "status" = ?, "import_task" = ?, "importing_to" = ?, "failed_imports" = ?, "updated_at" = ?
  where "id" = ?
  and "status" = ?
  and "stores" = ?
  and "upload_id" is null
  and "import_task" is null;

-- progress
update "images"
  set "importing_to" = ?, "failed_imports" = ?
  where "id" = ?
  and "import_task" = ?;

-- complete
update "images"
  set "status" = ?, "location" = ?, "stores" = ?, "size" = ?, "virtual_size" = ?, "checksum" = ?, "hash_value" = ?, "staged" = ?, "import_task" = ?, "importing_to" = ?, "updated_at" = ?
  where "id" = ?
  and "import_task" = ?;

-- bringIn
update "images"
  set "location" = ?, "stores" = ?, "addresses" = ?, "size" = ?, "virtual_size" = ?, "checksum" = ?, "hash_value" = ?, "import_task" = ?, "importing_to" = ?, "updated_at" = ?
  where "id" = ?
  and "import_task" = ?;

-- giveUp
update "images"
  set "status" = ?, "staged" = ?, "size" = ?, "import_task" = ?, "importing_to" = ?, "failed_imports" = ?, "updated_at" = ?
  where "id" = ?
  and "import_task" = ?;

-- release
update "images"
  set "import_task" = ?, "importing_to" = ?, "updated_at" = ?
  where "id" = ?
  and "import_task" = ?;

-- moveStores
update "images"
  set "stores" = ?
  where "id" = ?
  and "stores" = ?;
