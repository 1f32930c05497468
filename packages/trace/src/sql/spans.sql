-- write
begin;
insert into "spans" ("span_id", "trace_id", "parent_id", "name", "service", "started_at", "duration_ms", "status", "attributes", "resource")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("trace_id", "span_id") do nothing;
insert into "spans" ("span_id", "trace_id", "parent_id", "name", "service", "started_at", "duration_ms", "status", "attributes", "resource")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("trace_id", "span_id") do nothing;
commit;

-- forget
select "started_at"
  from "spans"
  where "started_at" < ?
  order by "started_at"
  limit 1
  offset 9999;
delete
  from "spans"
  where "started_at" < ?;

-- trace
select *
  from "spans"
  where "trace_id" = ?
  order by "started_at"
  limit 5000;

-- about
select *
  from "spans"
  where "resource" = ?
  and "name" = ?
  order by "started_at"
  limit 5000;
