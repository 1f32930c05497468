-- list
select *
  from "image_members"
  where "image_id" = ?
  order by "created_at"
  limit 10000;

-- find
select *
  from "image_members"
  where "image_id" = ?
  and "member_id" = ?;

-- insert
insert into "image_members" ("image_id", "member_id", "status", "created_at", "updated_at")
  values (?, ?, ?, ?, ?)
  on conflict do nothing;

-- setStatus
update "image_members"
  set "status" = ?, "updated_at" = ?
  where "image_id" = ?
  and "member_id" = ?;

-- remove
delete
  from "image_members"
  where "image_id" = ?
  and "member_id" = ?;
