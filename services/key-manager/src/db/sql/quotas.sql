-- quotasOf
select *
  from "project_quotas"
  where "project_id" = ?;

-- listQuotas
select count(*) as "total"
  from "project_quotas";
select *
  from "project_quotas"
  order by "project_id"
  limit 10
  offset 20;

-- putQuotas
insert into "project_quotas" ("project_id", "secrets", "orders", "containers", "consumers", "cas")
  values (?, ?, ?, ?, ?, ?)
  on conflict ("project_id") do update
  set "secrets" = ?, "orders" = ?, "containers" = ?, "consumers" = ?, "cas" = ?;

-- removeQuotas
delete
  from "project_quotas"
  where "project_id" = ?;

-- countOf
select count(*) as "total"
  from "secret_consumers"
  where "project_id" in (?);
select count(*) as "total"
  from "container_consumers"
  where "project_id" in (?);
