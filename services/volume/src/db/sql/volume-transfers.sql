-- list, all
select *
  from "volume_transfers"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "volume_transfers"
  where "volume_transfers"."project_id" = ?
  limit 100000;

-- list, a page after a marker
select *
  from "volume_transfers"
  where "volume_transfers"."id" in (?)
  limit 100000;
select *
  from "volume_transfers"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "volume_transfers"
  where "volume_transfers"."id" in (?)
  and "volume_transfers"."project_id" = ?
  limit 100000;

-- plain
select *
  from "volume_transfers"
  where "volume_transfers"."id" in (?)
  limit 100000;

-- plainById
select *
  from "volume_transfers"
  where "volume_transfers"."id" in (?, ?)
  limit 100000;

-- insert
insert into "volume_transfers" ("id", "project_id", "created_at", "updated_at", "volume_id", "name", "no_snapshots", "salt", "key_hash")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "volume_transfers"
  set "project_id" = ?, "created_at" = ?, "updated_at" = ?, "volume_id" = ?, "name" = ?, "no_snapshots" = ?, "salt" = ?, "key_hash" = ?
  where id = ?
  returning *;

-- delete
delete
  from "volume_transfers"
  where "id" = ?;
