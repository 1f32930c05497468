-- find
select *
  from "images"
  where "id" = ?
  and (("images"."owner" = ? or "images"."visibility" = ? or ("images"."visibility" = ?
        and exists (select "image_members"."image_id"
          from "image_members"
          where "image_members"."image_id" = "images"."id"
          and "image_members"."member_id" = ?))) or "images"."visibility" = ?);
select *
  from "images"
  where "id" = ?;

-- findRow
select *
  from "images"
  where "id" = ?;

-- list
select "images".*
  from "images"
  where "hidden" = ?
  and ("images"."owner" = ? or "images"."visibility" = ? or ("images"."visibility" = ?
      and exists (select "image_members"."image_id"
        from "image_members"
        where "image_members"."image_id" = "images"."id"
        and "image_members"."member_id" = ?
        and "image_members"."status" = ?)))
  order by "created_at" desc, "id" desc
  limit 10;
select "images".*
  from "images"
  where "hidden" = ?
  and ("images"."visibility" = ?
    and ("images"."owner" = ? or ("images"."visibility" = ?
        and exists (select "image_members"."image_id"
          from "image_members"
          where "image_members"."image_id" = "images"."id"
          and "image_members"."member_id" = ?
          and "image_members"."status" = ?))))
  and "name" in (?, ?)
  and "min_ram" = ?
  and not "created_at" >= ?
  and "size" >= ?
  and "size" <= ?
  and "tags" like ? escape '\'
  and "properties" like ? escape '\'
  and ((("created_at" < ? or "created_at" is null)) or ("created_at" = ?
      and ("id" < ? or "id" is null)))
  order by "created_at" desc, "id" desc
  limit 10;
select "images".*
  from "images"
  where "hidden" = ?
  and 1 = 1
  order by "created_at" desc, "id" desc
  limit 10;

-- insert
insert into "images" ("id", "size", "virtual_size", "checksum", "hash_value", "location", "upload_id", "upload_until", "staged", "stores", "addresses", "import_task", "importing_to", "failed_imports", "name", "status", "visibility", "owner", "disk_format", "container_format", "min_disk", "min_ram", "protected", "hidden", "tags", "properties", "created_at", "updated_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "images"
  set "name" = ?, "tags" = ?, "updated_at" = ?
  where "id" = ?
  and "status" = ?
  and "tags" = ?;

-- relocate
update "images"
  set "status" = ?, "location" = ?, "stores" = ?, "addresses" = ?, "size" = ?, "checksum" = ?, "hash_value" = ?, "updated_at" = ?
  where "id" = ?
  and "status" = ?
  and "stores" = ?
  and "addresses" = ?
  and "import_task" is null;

-- remove
delete
  from "images"
  where "id" = ?
  and "stores" = ?
  and "location" is null
  and "staged" is null
  and "upload_id" is null;
delete
  from "images"
  where "id" = ?
  and "stores" = ?
  and "location" = ?
  and "staged" = ?
  and "upload_id" = ?;

-- remember
insert into "deleted_images" ("id", "deleted_at")
  values (?, ?)
  on conflict do nothing;

-- wasDeleted
select "id"
  from "deleted_images"
  where "id" = ?;
