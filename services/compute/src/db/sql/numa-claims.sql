-- put
insert into "numa_claims" ("holder_id", "host", "server_id", "node", "topology")
  values (?, ?, ?, ?, ?)
  on conflict ("holder_id", "host") do update
  set "server_id" = ?, "node" = ?, "topology" = ?;

-- remove
delete
  from "numa_claims"
  where "holder_id" = ?
  and "host" = ?;

-- removeOf
delete
  from "numa_claims"
  where "host" = ?;

-- find
select *
  from "numa_claims"
  where "holder_id" = ?
  and "host" = ?;

-- onHost
select *
  from "numa_claims"
  where "host" = ?
  order by "holder_id"
  limit 5000;
