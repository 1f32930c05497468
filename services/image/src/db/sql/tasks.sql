-- insert
insert into "tasks" ("id", "type", "status", "owner", "user_id", "request_id", "image_id", "input", "result", "message", "expires_at", "created_at", "updated_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- find
select *
  from "tasks"
  where ("expires_at" is null or "expires_at" > ?)
  and "owner" = ?
  and "id" = ?;

-- list
select *
  from "tasks"
  where ("expires_at" is null or "expires_at" > ?)
  order by "created_at" desc, "id" desc
  limit 10;
select *
  from "tasks"
  where ("expires_at" is null or "expires_at" > ?)
  and "owner" = ?
  and "type" = ?
  and "status" = ?
  and ("created_at" < ? or ("created_at" = ?
      and "id" < ?))
  order by "created_at" desc, "id" desc
  limit 10;

-- ofImage
select *
  from "tasks"
  where ("expires_at" is null or "expires_at" > ?)
  and "image_id" = ?
  order by "created_at" desc, "id"
  limit 10;

-- begin
update "tasks"
  set "status" = ?, "updated_at" = ?
  where "id" = ?
  and "status" = ?
  returning *;

-- end
update "tasks"
  set "status" = ?, "message" = ?, "result" = ?, "expires_at" = ?, "updated_at" = ?
  where "id" = ?
  and "status" in (?, ?)
  returning *;

-- removeExpired
delete
  from "tasks"
  where "expires_at" <= ?;
