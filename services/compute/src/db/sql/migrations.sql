-- newNumber
insert into "counters" ("name", "value")
  values (?, ?)
  on conflict ("name") do update
  set "value" = "counters"."value" + ?
  returning "value";

-- create
insert into "migrations" ("id", "number", "server_id", "project_id", "user_id", "migration_type", "status", "source_compute", "source_node", "dest_compute", "dest_node", "dest_host", "old_flavor", "new_flavor", "hidden", "memory_total", "memory_processed", "memory_remaining", "disk_total", "disk_processed", "disk_remaining", "created_at", "updated_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- find
select *
  from "migrations"
  where "migrations"."id" in (?)
  limit 100000;

-- findByNumber
select *
  from "migrations"
  where "migrations"."server_id" in (?)
  and "migrations"."number" in (?)
  limit 100000;

-- newest
select *
  from "migrations"
  where "migrations"."server_id" in (?)
  and "migrations"."status" in (?, ?)
  order by "created_at" is null, "created_at" desc, "id" desc
  limit 1;

-- liveOf
select *
  from "migrations"
  where "migrations"."server_id" in (?)
  and "migrations"."migration_type" in (?)
  and "migrations"."status" in (?, ?, ?, ?)
  and "migrations"."hidden" in (?)
  order by "created_at" is null, "created_at" desc, "id" desc
  limit 100;

-- list
select *
  from "migrations"
  where 1 = 1
  order by "created_at" is null, "created_at" desc, "id" desc
  limit 10;
select *
  from "migrations"
  where (source_compute = ? or dest_compute = ?)
  and coalesce(updated_at, created_at) >= ?
  and coalesce(updated_at, created_at) <= ?
  order by "created_at" is null, "created_at" desc, "id" desc
  limit 10;

-- change
update "migrations"
  set "status" = ?, "dest_compute" = ?, "updated_at" = ?
  where "id" = ?
  and "status" in (?);
