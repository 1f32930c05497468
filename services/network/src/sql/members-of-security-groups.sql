-- defaultGroupOf
select "id"
  from "security_groups"
  where "default_of" = ?;

-- addressesOfMembers
select "security_group_id", "ip_address"
  from "port_security_groups"
  inner join "fixed_ips" on "fixed_ips"."port_id" = "port_security_groups"."port_id"
  where "security_group_id" in (?, ?)
  order by "ip_address";
