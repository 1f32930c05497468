-- list, all
select *
  from "floatingips"
  where 1 = 1
  limit 100000;
select "floatingips"."id" as "floatingip_id", "fixed_ips"."subnet_id"
  from "floatingips"
  inner join "fixed_ips" on "fixed_ips"."port_id" = "floatingips"."floating_port_id"
  where "floatingips"."id" in (?);
select "floatingips"."id" as "floatingip_id", "networks"."qos_policy_id"
  from "floatingips"
  inner join "networks" on "networks"."id" = "floatingips"."floating_network_id"
  where "floatingips"."id" in (?);
select "floatingips"."id" as "floatingip_id", "ports"."name", "ports"."network_id", "ports"."mac_address", "ports"."admin_state_up", "ports"."status", "ports"."device_id", "ports"."device_owner"
  from "floatingips"
  inner join "ports" on "ports"."id" = "floatingips"."port_id"
  where "floatingips"."id" in (?);
select "id", "floatingip_id", "internal_port_id", "internal_ip_address", "protocol", "internal_port", "external_port", "internal_port_range", "external_port_range"
  from "port_forwardings"
  where "floatingip_id" in (?)
  order by "id";
select "resource_id" as owner, tag
  from "tags"
  where "resource_id" in (?)
  order by tag;

-- list, of a project
select *
  from "floatingips"
  where "floatingips"."project_id" = ?
  limit 100000;

-- list, a page after a marker
select *
  from "floatingips"
  where "floatingips"."id" in (?)
  limit 100000;
select *
  from "floatingips"
  where (("id" > ?))
  order by "id" asc
  limit 10;
select "floatingips"."id" as "floatingip_id", "fixed_ips"."subnet_id"
  from "floatingips"
  inner join "fixed_ips" on "fixed_ips"."port_id" = "floatingips"."floating_port_id"
  where "floatingips"."id" in (?);
select "floatingips"."id" as "floatingip_id", "networks"."qos_policy_id"
  from "floatingips"
  inner join "networks" on "networks"."id" = "floatingips"."floating_network_id"
  where "floatingips"."id" in (?);
select "floatingips"."id" as "floatingip_id", "ports"."name", "ports"."network_id", "ports"."mac_address", "ports"."admin_state_up", "ports"."status", "ports"."device_id", "ports"."device_owner"
  from "floatingips"
  inner join "ports" on "ports"."id" = "floatingips"."port_id"
  where "floatingips"."id" in (?);
select "id", "floatingip_id", "internal_port_id", "internal_ip_address", "protocol", "internal_port", "external_port", "internal_port_range", "external_port_range"
  from "port_forwardings"
  where "floatingip_id" in (?)
  order by "id";
select "resource_id" as owner, tag
  from "tags"
  where "resource_id" in (?)
  order by tag;

-- get
select *
  from "floatingips"
  where "floatingips"."id" in (?)
  and "floatingips"."project_id" = ?
  limit 100000;

-- plain
select *
  from "floatingips"
  where "floatingips"."id" in (?)
  limit 100000;

-- plainById
select *
  from "floatingips"
  where "floatingips"."id" in (?, ?)
  limit 100000;

-- insert
insert into "floatingips" ("id", "project_id", "revision_number", "created_at", "updated_at", "description", "floating_network_id", "floating_ip_address", "port_id", "fixed_ip_address", "router_id", "status", "dns_name", "dns_domain", "qos_policy_id")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "floatingips"
  set "project_id" = ?, "revision_number" = ?, "created_at" = ?, "updated_at" = ?, "description" = ?, "floating_network_id" = ?, "floating_ip_address" = ?, "port_id" = ?, "fixed_ip_address" = ?, "router_id" = ?, "status" = ?, "dns_name" = ?, "dns_domain" = ?, "qos_policy_id" = ?, revision_number = revision_number + 1
  where id = ?
  returning *;

-- delete
delete
  from "tags"
  where "resource_id" = ?;
delete
  from "floatingips"
  where "id" = ?;
