-- addressesOfMembers
select "security_group_id", "ip_address"
  from "port_security_groups"
  inner join "fixed_ips" on "fixed_ips"."port_id" = "port_security_groups"."port_id"
  where "security_group_id" in (?, ?)
  order by "ip_address";
select "security_group_id", "allowed_address_pairs"
  from "port_security_groups"
  inner join "ports" on "ports"."id" = "port_security_groups"."port_id"
  where "security_group_id" in (?, ?)
  and "allowed_address_pairs" <> ?
  order by "ports"."id";
