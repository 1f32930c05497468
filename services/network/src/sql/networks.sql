-- list, all
select *
  from "networks"
  where 1 = 1
  limit 100000;
select "network_id", "address_scope_id"
  from "subnets"
  inner join "subnetpools" on "subnetpools"."id" = "subnets"."subnetpool_id"
  where "network_id" in (?)
  and "subnets"."ip_version" = ?;
select "network_id", "address_scope_id"
  from "subnets"
  inner join "subnetpools" on "subnetpools"."id" = "subnets"."subnetpool_id"
  where "network_id" in (?)
  and "subnets"."ip_version" = ?;
select "id", "network_id"
  from "subnets"
  where "network_id" in (?)
  order by "created_at", "id";
select distinct "network_id", "availability_zone"
  from "dhcp_bindings"
  inner join "agents" on "agents"."host" = "dhcp_bindings"."host"
  where "network_id" in (?)
  order by "availability_zone";
select "resource_id" as owner, tag
  from "tags"
  where "resource_id" in (?)
  order by tag;

-- list, of a project
select *
  from "networks"
  where (networks.project_id = ? or networks.shared = 1 or networks.id in (select object_id
      from rbac_policies
      where object_type = ?
      and action in (?, ?)
      and target_tenant in (?, ?)))
  limit 100000;

-- list, a page after a marker
select *
  from "networks"
  where "networks"."id" in (?)
  limit 100000;
select *
  from "networks"
  where (("id" > ?))
  order by "id" asc
  limit 10;
select "network_id", "address_scope_id"
  from "subnets"
  inner join "subnetpools" on "subnetpools"."id" = "subnets"."subnetpool_id"
  where "network_id" in (?)
  and "subnets"."ip_version" = ?;
select "network_id", "address_scope_id"
  from "subnets"
  inner join "subnetpools" on "subnetpools"."id" = "subnets"."subnetpool_id"
  where "network_id" in (?)
  and "subnets"."ip_version" = ?;
select "id", "network_id"
  from "subnets"
  where "network_id" in (?)
  order by "created_at", "id";
select distinct "network_id", "availability_zone"
  from "dhcp_bindings"
  inner join "agents" on "agents"."host" = "dhcp_bindings"."host"
  where "network_id" in (?)
  order by "availability_zone";
select "resource_id" as owner, tag
  from "tags"
  where "resource_id" in (?)
  order by tag;

-- get
select *
  from "networks"
  where "networks"."id" in (?)
  and (networks.project_id = ? or networks.shared = 1 or networks.id in (select object_id
      from rbac_policies
      where object_type = ?
      and action in (?, ?)
      and target_tenant in (?, ?)))
  limit 100000;

-- plain
select *
  from "networks"
  where "networks"."id" in (?)
  limit 100000;

-- plainById
select *
  from "networks"
  where "networks"."id" in (?, ?)
  limit 100000;

-- insert
insert into "networks" ("id", "project_id", "revision_number", "created_at", "updated_at", "name", "description", "admin_state_up", "status", "shared", "router_external", "is_default", "mtu", "port_security_enabled", "provider_network_type", "provider_physical_network", "provider_segmentation_id", "availability_zone_hints", "dns_domain", "l2_adjacency", "qos_policy_id", "local_ips")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "networks"
  set "project_id" = ?, "revision_number" = ?, "created_at" = ?, "updated_at" = ?, "name" = ?, "description" = ?, "admin_state_up" = ?, "status" = ?, "shared" = ?, "router_external" = ?, "is_default" = ?, "mtu" = ?, "port_security_enabled" = ?, "provider_network_type" = ?, "provider_physical_network" = ?, "provider_segmentation_id" = ?, "availability_zone_hints" = ?, "dns_domain" = ?, "l2_adjacency" = ?, "qos_policy_id" = ?, "local_ips" = ?, revision_number = revision_number + 1
  where id = ?
  returning *;

-- delete
delete
  from "tags"
  where "resource_id" = ?;
delete
  from "networks"
  where "id" = ?;
