-- list, all
select *
  from "subnets"
  where 1 = 1
  limit 100000;
select "subnets"."id"
  from "subnets"
  inner join "networks" on "networks"."id" = "subnets"."network_id"
  where "subnets"."id" in (?)
  and "router_external" = ?;
select "resource_id" as owner, tag
  from "tags"
  where "resource_id" in (?)
  order by tag;

-- list, of a project
select *
  from "subnets"
  where (subnets.project_id = ? or subnets.network_id in ( select id
      from networks
      where project_id = ? or shared = 1) or subnets.network_id in (select object_id
      from rbac_policies
      where object_type = ?
      and action in (?)
      and target_tenant in (?, ?)))
  limit 100000;

-- list, a page after a marker
select *
  from "subnets"
  where "subnets"."id" in (?)
  limit 100000;
select *
  from "subnets"
  where (("id" > ?))
  order by "id" asc
  limit 10;
select "subnets"."id"
  from "subnets"
  inner join "networks" on "networks"."id" = "subnets"."network_id"
  where "subnets"."id" in (?)
  and "router_external" = ?;
select "resource_id" as owner, tag
  from "tags"
  where "resource_id" in (?)
  order by tag;

-- get
select *
  from "subnets"
  where "subnets"."id" in (?)
  and (subnets.project_id = ? or subnets.network_id in ( select id
      from networks
      where project_id = ? or shared = 1) or subnets.network_id in (select object_id
      from rbac_policies
      where object_type = ?
      and action in (?)
      and target_tenant in (?, ?)))
  limit 100000;

-- plain
select *
  from "subnets" join (select id as parent_id, "project_id" as "network:project_id", "shared" as "network:shared", "router_external" as "subnet:router:external", "qos_policy_id" as "network:qos_policy_id"
    from "networks") as parent on parent_id = "subnets"."network_id"
  where "subnets"."id" in (?)
  limit 100000;

-- plainById
select *
  from "subnets"
  where "subnets"."id" in (?, ?)
  limit 100000;

-- insert
insert into "subnets" ("id", "project_id", "revision_number", "created_at", "updated_at", "network_id", "name", "description", "ip_version", "cidr", "gateway_ip", "allocation_pools", "enable_dhcp", "ipv6_ra_mode", "ipv6_address_mode", "dns_nameservers", "host_routes", "service_types", "subnetpool_id", "segment_id")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "subnets"
  set "project_id" = ?, "revision_number" = ?, "created_at" = ?, "updated_at" = ?, "network_id" = ?, "name" = ?, "description" = ?, "ip_version" = ?, "cidr" = ?, "gateway_ip" = ?, "allocation_pools" = ?, "enable_dhcp" = ?, "ipv6_ra_mode" = ?, "ipv6_address_mode" = ?, "dns_nameservers" = ?, "host_routes" = ?, "service_types" = ?, "subnetpool_id" = ?, "segment_id" = ?, revision_number = revision_number + 1
  where id = ?
  returning *;

-- delete
delete
  from "tags"
  where "resource_id" = ?;
delete
  from "subnets"
  where "id" = ?;
