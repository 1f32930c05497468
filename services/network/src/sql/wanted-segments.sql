-- wantedSegments
select "segments"."id" as "id", "segments"."network_id" as "network_id", "segments"."network_type", "segments"."physical_network", "subnets"."gateway_ip", "subnets"."enable_dhcp", "subnets"."allocation_pools", (select count(*)
    from fixed_ips
    inner join ports on ports.id = fixed_ips.port_id
    where fixed_ips.subnet_id = subnets.id
    and ports.device_owner <> ?
    and ports.device_owner not like 'compute:%') as "others"
  from "subnets"
  inner join "segments" on "segments"."id" = "subnets"."segment_id"
  where "subnets"."ip_version" = ?
  order by "segments"."id", "subnets"."id"
  limit 100000;
