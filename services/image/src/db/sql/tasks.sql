-- insert
insert into "tasks" ("id", "type", "status", "owner", "user_id", "request_id", "image_id", "input", "result", "message", "expires_at", "created_at", "updated_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- find
select *
  from "tasks"
  where ("expires_at" is null or "expires_at" > ?)
  and "owner" = ?
  and "id" = ?;

-- list, SQLite
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

-- list, PostgreSQL
select *
  from "tasks"
  where ("expires_at" is null or "expires_at" > $1)
  order by "created_at" desc, "id" desc
  limit $2;
select *
  from "tasks"
  where ("expires_at" is null or "expires_at" > $1)
  and "owner" = $2
  and "type" = $3
  and "status" = $4
  and ("created_at" < $5 or ("created_at" = $6
      and "id" < $7))
  order by "created_at" desc, "id" desc
  limit $8;

-- ofImage, SQLite
select *
  from "tasks"
  where ("expires_at" is null or "expires_at" > ?)
  and "image_id" = ?
  order by "created_at" desc, "id"
  limit 10;

-- ofImage, PostgreSQL
select *
  from "tasks"
  where ("expires_at" is null or "expires_at" > $1)
  and "image_id" = $2
  order by "created_at" desc, "id"
  limit $3;

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
