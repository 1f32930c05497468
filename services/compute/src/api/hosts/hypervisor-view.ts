import type { BriefHypervisorView, HypervisorView, UsageView } from '@nimbo/contracts/compute/hypervisors'
import { type Microversion, microversion } from '@nimbo/operation/microversion'
import type { HostedServer } from '../../app/hosts/hypervisors.ts'
import type { SurveyedNode } from '../../app/hosts/survey-hosts.ts'

/** The parts of a hypervisor's view that are not in its record. */
export interface HypervisorParts {
  readonly servers?: readonly HostedServer[]
  readonly uptime?: string | null
}

const idsAreUuids = microversion('2.53')
const cpuInfoIsObject = microversion('2.28')
/** Until 2.74 `servers` was left out when empty. */
const emptyServersShown = microversion('2.75')

const serversOf = ({ servers }: HypervisorParts, version: Microversion) =>
  servers === undefined || (servers.length === 0 && version < emptyServersShown)
    ? {}
    : { servers: [...servers] }

/** A hypervisor in the short list. */
export const briefHypervisor = (
  { row, service }: SurveyedNode,
  parts: HypervisorParts,
  version: Microversion,
): BriefHypervisorView => ({
  id: version < idsAreUuids ? row.number : row.id,
  hypervisor_hostname: row.node,
  state: service.up ? 'up' : 'down',
  status: service.row.disabled === 0 ? 'enabled' : 'disabled',
  ...serversOf(parts, version),
})

/** A hypervisor's resources and usage. */
export const usageView = ({ row, workload }: SurveyedNode): UsageView => ({
  vcpus: row.vcpus,
  vcpus_used: row.vcpus_used,
  memory_mb: row.memory_mb,
  memory_mb_used: row.memory_mb_used,
  free_ram_mb: row.memory_mb - row.memory_mb_used,
  local_gb: row.disk_gb,
  local_gb_used: row.disk_gb_used,
  free_disk_gb: row.disk_gb - row.disk_gb_used,
  disk_available_least: row.disk_gb - row.disk_gb_used,
  current_workload: workload,
  running_vms: row.running_vms,
})

/** A hypervisor with all details. */
export const fullHypervisor = (
  node: SurveyedNode,
  parts: HypervisorParts,
  version: Microversion,
): HypervisorView => ({
  ...briefHypervisor(node, parts, version),
  ...usageView(node),
  hypervisor_type: node.row.hypervisor_type,
  hypervisor_version: node.row.hypervisor_version,
  host_ip: node.row.host_ip,
  uptime: parts.uptime ?? null,
  cpu_info: version < cpuInfoIsObject ? node.row.cpu_info : JSON.parse(node.row.cpu_info),
  service: {
    id: version < idsAreUuids ? node.service.row.number : node.service.row.id,
    host: node.row.host,
    disabled_reason: node.service.row.disabled_reason,
  },
})
