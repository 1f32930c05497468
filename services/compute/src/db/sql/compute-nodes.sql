-- report
select *
  from "compute_nodes"
  where "host" = ?
  and "node" = ?;
update "compute_nodes"
  set "service_id" = ?, "host" = ?, "node" = ?, "vcpus" = ?, "memory_mb" = ?, "disk_gb" = ?, "vcpus_used" = ?, "memory_mb_used" = ?, "disk_gb_used" = ?, "running_vms" = ?, "hypervisor_type" = ?, "hypervisor_version" = ?, "cpu_info" = ?, "supported_instances" = ?, "host_ip" = ?, "metrics" = ?, "updated_at" = ?
  where "host" = ?
  and "node" = ?
  returning "id";
begin;
update "compute_nodes"
  set "service_id" = ?, "host" = ?, "node" = ?, "vcpus" = ?, "memory_mb" = ?, "disk_gb" = ?, "vcpus_used" = ?, "memory_mb_used" = ?, "disk_gb_used" = ?, "running_vms" = ?, "hypervisor_type" = ?, "hypervisor_version" = ?, "cpu_info" = ?, "supported_instances" = ?, "host_ip" = ?, "metrics" = ?, "updated_at" = ?
  where "host" = ?
  and "node" = ?
  returning "id";
insert into "counters" ("name", "value")
  values (?, ?)
  on conflict ("name") do update
  set "value" = "counters"."value" + ?
  returning "value";
insert into "compute_nodes" ("numa_topology", "metrics", "service_id", "host", "node", "vcpus", "memory_mb", "disk_gb", "vcpus_used", "memory_mb_used", "disk_gb_used", "running_vms", "hypervisor_type", "hypervisor_version", "cpu_info", "supported_instances", "host_ip", "updated_at", "id", "number", "failed_builds", "pci_free", "created_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
commit;

-- use
update "compute_nodes"
  set "vcpus_used" = ?, "memory_mb_used" = ?, "disk_gb_used" = ?, "running_vms" = ?, "numa_topology" = ?, "updated_at" = ?
  where "host" = ?
  and "node" = ?;

-- find
select *
  from "compute_nodes"
  where "id" = ?;

-- described
select "id", "host", "node", "hypervisor_type", "hypervisor_version", "cpu_info", "supported_instances", "host_ip", "vcpus", "memory_mb", "disk_gb"
  from "compute_nodes"
  where "id" in (?, ?)
  order by "id";

-- ids
select "id"
  from "compute_nodes"
  order by "id"
  limit 10000;

-- conditionsOf
select "compute_nodes"."id", "compute_nodes"."running_vms", "compute_nodes"."failed_builds", "compute_nodes"."pci_free", "services"."disabled", "services"."disabled_reason", "services"."forced_down", coalesce("services"."last_seen_at", "services"."created_at") as "seen_at"
  from "compute_nodes"
  inner join "services" on "services"."id" = "compute_nodes"."service_id"
  where "compute_nodes"."id" in (?, ?)
  order by "compute_nodes"."id";

-- ofHost
select *
  from "compute_nodes"
  where "host" = ?
  order by "node"
  limit 10000;

-- idOf
select "id"
  from "compute_nodes"
  where "host" = ?
  and "node" = ?;

-- list
select *
  from "compute_nodes"
  order by "number"
  limit 100000;

-- countBuild
update "compute_nodes"
  set "failed_builds" = 0
  where "host" = ?
  and "failed_builds" > ?;
update "compute_nodes"
  set "failed_builds" = "failed_builds" + ?
  where "host" = ?;

-- remove
delete
  from "compute_nodes"
  where "id" = ?;
