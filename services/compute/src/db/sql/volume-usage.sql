-- find
select *
  from "volume_usage"
  where "volume_id" = ?;

-- put
insert into "volume_usage" ("volume_id", "measured_at", "reads", "read_bytes", "writes", "write_bytes", "earlier_reads", "earlier_read_bytes", "earlier_writes", "earlier_write_bytes")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("volume_id") do update
  set "measured_at" = ?, "reads" = ?, "read_bytes" = ?, "writes" = ?, "write_bytes" = ?, "earlier_reads" = ?, "earlier_read_bytes" = ?, "earlier_writes" = ?, "earlier_write_bytes" = ?;
