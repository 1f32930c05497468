import type { HostState } from './host-state.ts'

/** What queries and extra specs can ask of a host, by the names of Nova's `HostState`. */
export type HostFacts = Readonly<Record<string, unknown>>

/**
 * The attributes of a host that are always known. Those of its servers and tasks, which are only read for filters that
 * need them, are not among them.
 */
export const hostFacts = (host: HostState): HostFacts => ({
  ...{ host: host.host, uuid: host.nodeId, nodename: host.node, hypervisor_hostname: host.node },
  ...{ cell_uuid: host.cellId, host_ip: host.hostIp },
  hypervisor_type: host.hypervisorType,
  hypervisor_version: host.hypervisorVersion,
  cpu_info: host.cpuInfo,
  supported_instances: host.supportedInstances,
  ...{ vcpus_total: host.total.vcpus, vcpus_used: host.used.vcpus, vcpus_free: host.free.vcpus },
  ...{ total_usable_ram_mb: host.total.memoryMb, free_ram_mb: host.free.memoryMb },
  total_usable_disk_gb: host.total.diskGb,
  ...{ disk_mb_used: host.used.diskGb * 1024, free_disk_mb: host.free.diskGb * 1024 },
  num_instances: host.servers.count,
  failed_builds: host.failedBuilds,
  stats: { num_instances: host.servers.count, failed_builds: host.failedBuilds },
})
