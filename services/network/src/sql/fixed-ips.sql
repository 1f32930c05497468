-- fixedIpsOf
select "port_id", "subnet_id", "ip_address"
  from "fixed_ips"
  where "port_id" in (?, ?)
  order by "position";

-- takeAddress
insert into "fixed_ips" ("subnet_id", "ip_address", "port_id", "network_id", "position")
  values (?, ?, ?, ?, ?)
  on conflict do nothing;

-- releaseAddress
delete
  from "fixed_ips"
  where "port_id" = ?
  and "subnet_id" = ?
  and "ip_address" = ?;

-- takenAddresses
select "ip_address"
  from "fixed_ips"
  where "subnet_id" = ?;

-- holderOf
select "port_id"
  from "fixed_ips"
  where "subnet_id" = ?
  and "ip_address" = ?;
