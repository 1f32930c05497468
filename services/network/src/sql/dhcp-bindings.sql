-- hostsServing
select "host"
  from "dhcp_bindings"
  where "network_id" = ?
  order by "host";

-- networksServedBy
select "network_id"
  from "dhcp_bindings"
  where "host" = ?
  order by "network_id";

-- networksByHost
select "host", count(*) as "networks"
  from "dhcp_bindings"
  group by "host";

-- bindDhcp
insert into "dhcp_bindings" ("network_id", "host")
  values (?, ?)
  on conflict do nothing;

-- unbindDhcp
delete
  from "dhcp_bindings"
  where "network_id" = ?
  and "host" = ?;

-- unservedNetworks
select distinct "network_id"
  from "subnets"
  where "enable_dhcp" = ?
  and "network_id" not in (select "network_id"
    from "dhcp_bindings")
  order by "network_id"
  limit 1000;
