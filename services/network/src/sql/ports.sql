-- list, all
select *
  from "ports"
  where 1 = 1
  limit 100000;
select "port_id", "subnet_id", "ip_address"
  from "fixed_ips"
  where "port_id" in (?)
  order by "position";
select *
  from "port_security_groups"
  where "port_id" in (?)
  order by "security_group_id";
select "id", "port_id"
  from "trunks"
  where "port_id" in (?);
select "sub_ports"."trunk_id" as "trunk_id", "sub_ports"."port_id" as "port_id", "segmentation_type", "segmentation_id", "mac_address"
  from "sub_ports"
  inner join "ports" on "ports"."id" = "sub_ports"."port_id"
  where "sub_ports"."trunk_id" in (?)
  order by "segmentation_id";
select "resource_id" as owner, tag
  from "tags"
  where "resource_id" in (?)
  order by tag;

-- list, of a project
select *
  from "ports"
  where (ports.project_id = ? or ports.network_id in ( select id
      from networks
      where project_id = ?))
  limit 100000;

-- list, a page after a marker
select *
  from "ports"
  where "ports"."id" in (?)
  limit 100000;
select *
  from "ports"
  where (("id" > ?))
  order by "id" asc
  limit 10;
select "port_id", "subnet_id", "ip_address"
  from "fixed_ips"
  where "port_id" in (?)
  order by "position";
select *
  from "port_security_groups"
  where "port_id" in (?)
  order by "security_group_id";
select "id", "port_id"
  from "trunks"
  where "port_id" in (?);
select "sub_ports"."trunk_id" as "trunk_id", "sub_ports"."port_id" as "port_id", "segmentation_type", "segmentation_id", "mac_address"
  from "sub_ports"
  inner join "ports" on "ports"."id" = "sub_ports"."port_id"
  where "sub_ports"."trunk_id" in (?)
  order by "segmentation_id";
select "resource_id" as owner, tag
  from "tags"
  where "resource_id" in (?)
  order by tag;

-- get
select *
  from "ports"
  where "ports"."id" in (?)
  and (ports.project_id = ? or ports.network_id in ( select id
      from networks
      where project_id = ?))
  limit 100000;

-- plain
select *
  from "ports" join (select id as parent_id, "project_id" as "network:project_id", "shared" as "network:shared", "router_external" as "subnet:router:external", "qos_policy_id" as "network:qos_policy_id"
    from "networks") as parent on parent_id = "ports"."network_id"
  where "ports"."id" in (?)
  limit 100000;

-- plainById
select *
  from "ports"
  where "ports"."id" in (?, ?)
  limit 100000;

-- insert
insert into "ports" ("id", "project_id", "revision_number", "created_at", "updated_at", "network_id", "name", "description", "admin_state_up", "status", "mac_address", "device_id", "device_owner", "port_security_enabled", "allowed_address_pairs", "extra_dhcp_opts", "binding_host_id", "binding_vif_type", "binding_vif_details", "binding_profile", "binding_vnic_type", "dns_name", "dns_domain", "ip_allocation", "propagate_uplink_status", "numa_affinity_policy", "hints", "device_profile", "hardware_offload_type", "qos_policy_id", "trunk_id")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "ports"
  set "project_id" = ?, "revision_number" = ?, "created_at" = ?, "updated_at" = ?, "network_id" = ?, "name" = ?, "description" = ?, "admin_state_up" = ?, "status" = ?, "mac_address" = ?, "device_id" = ?, "device_owner" = ?, "port_security_enabled" = ?, "allowed_address_pairs" = ?, "extra_dhcp_opts" = ?, "binding_host_id" = ?, "binding_vif_type" = ?, "binding_vif_details" = ?, "binding_profile" = ?, "binding_vnic_type" = ?, "dns_name" = ?, "dns_domain" = ?, "ip_allocation" = ?, "propagate_uplink_status" = ?, "numa_affinity_policy" = ?, "hints" = ?, "device_profile" = ?, "hardware_offload_type" = ?, "qos_policy_id" = ?, "trunk_id" = ?, revision_number = revision_number + 1
  where id = ?
  returning *;

-- delete
delete
  from "tags"
  where "resource_id" = ?;
delete
  from "ports"
  where "id" = ?;
