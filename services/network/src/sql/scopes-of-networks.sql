-- scopesOfNetworks
select "network_id", "address_scope_id"
  from "subnets"
  inner join "subnetpools" on "subnetpools"."id" = "subnets"."subnetpool_id"
  where "network_id" in (?, ?)
  and "subnets"."ip_version" = ?;
