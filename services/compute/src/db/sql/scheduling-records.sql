-- record
insert into "scheduling_records" ("id", "server_id", "decision", "created_at")
  values (?, ?, ?, ?);

-- ofServer, SQLite
select *
  from "scheduling_records"
  where "server_id" = ?
  order by "created_at", "id"
  limit 100;

-- ofServer, PostgreSQL
select *
  from "scheduling_records"
  where "server_id" = $1
  order by "created_at", "id"
  limit $2;

-- removeOfServer
delete
  from "scheduling_records"
  where "server_id" = ?;
