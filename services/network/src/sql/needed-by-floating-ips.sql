-- needsGateway
select "id"
  from "floatingips"
  where "router_id" = ?
  and "floating_network_id" = ?
  limit 1;

-- subnetNeeded
select "fixed_ips"."subnet_id"
  from "floatingips"
  inner join "fixed_ips" on "fixed_ips"."port_id" = "floatingips"."port_id"
  and "fixed_ips"."ip_address" = "floatingips"."fixed_ip_address"
  where "floatingips"."router_id" = ?
  and "fixed_ips"."subnet_id" in (?, ?)
  limit 1;
select "fixed_ips"."subnet_id"
  from "port_forwardings"
  inner join "floatingips" on "floatingips"."id" = "port_forwardings"."floatingip_id"
  inner join "fixed_ips" on "fixed_ips"."port_id" = "port_forwardings"."internal_port_id"
  and "fixed_ips"."ip_address" = "port_forwardings"."internal_ip_address"
  where "floatingips"."router_id" = ?
  and "fixed_ips"."subnet_id" in (?, ?)
  limit 1;
