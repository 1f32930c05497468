-- find
select *
  from "key_pairs"
  where "user_id" = ?
  and "name" = ?;

-- list
select *
  from "key_pairs"
  where "user_id" = ?
  and "name" > ?
  order by "name"
  limit 10;

-- count
select count(*) as "count"
  from "key_pairs"
  where "user_id" = ?;

-- create
begin;
insert into "counters" ("name", "value")
  values (?, ?)
  on conflict ("name") do update
  set "value" = "counters"."value" + ?
  returning "value";
insert into "key_pairs" ("user_id", "name", "type", "fingerprint", "public_key", "id", "created_at")
  values (?, ?, ?, ?, ?, ?, ?)
  on conflict ("user_id", "name") do nothing
  returning *;
commit;

-- remove
delete
  from "key_pairs"
  where "user_id" = ?
  and "name" = ?;
