-- record
insert into "instance_faults" ("id", "server_id", "code", "message", "details", "created_at")
  values (?, ?, ?, ?, ?, ?)
  on conflict ("id") do nothing;

-- latest
select *
  from "instance_faults"
  where "server_id" in (?, ?)
  order by "created_at", "id";
