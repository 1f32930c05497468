-- record
insert into "scheduling_records" ("id", "server_id", "decision", "created_at")
  values (?, ?, ?, ?);

-- ofServer
select *
  from "scheduling_records"
  where "server_id" = ?
  order by "created_at", "id"
  limit 100;

-- removeOfServer
delete
  from "scheduling_records"
  where "server_id" = ?;
