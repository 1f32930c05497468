-- defaultPool
select *
  from "subnetpools"
  where "subnetpools"."is_default" in (?)
  and "subnetpools"."ip_version" in (?)
  limit 100000;

-- allocationsOf
select "id", "network_id", "project_id", "cidr"
  from "subnets"
  where "subnetpool_id" = ?
  order by "id";
