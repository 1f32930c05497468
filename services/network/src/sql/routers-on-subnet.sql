-- routersOnSubnet
select "ports"."device_id", "fixed_ips"."ip_address", "subnets"."gateway_ip"
  from "fixed_ips"
  inner join "ports" on "ports"."id" = "fixed_ips"."port_id"
  inner join "subnets" on "subnets"."id" = "fixed_ips"."subnet_id"
  where "fixed_ips"."subnet_id" = ?
  and "ports"."device_owner" in (?, ?)
  order by "ports"."device_id";
