import { lowered } from '@nimbo/http/versioned'
import type { HostedServer } from '../app/hypervisors.ts'
import type { SurveyedNode } from '../app/survey-hosts.ts'

/** What is shown of a hypervisor besides itself. */
export interface HypervisorParts {
  readonly servers?: readonly HostedServer[]
  readonly uptime?: string | null
}

interface Brief {
  readonly id: string | number
  readonly servers?: readonly HostedServer[]
}

/** A hypervisor in lists. */
const briefView = ({ row, service }: SurveyedNode, { servers }: HypervisorParts) => ({
  id: row.id as string | number,
  hypervisor_hostname: row.node,
  state: service.up ? 'up' : 'down',
  status: service.row.disabled === 0 ? 'enabled' : 'disabled',
  ...(servers === undefined ? {} : { servers }),
})

/** Until 2.74 a hypervisor without servers had no list of them. */
const withoutEmptyServers = <View extends Brief>(view: View): object => {
  const { servers, ...rest } = view
  return servers?.length === 0 ? rest : view
}

const lowerBrief = (node: SurveyedNode) =>
  lowered<Brief>(['2.75', withoutEmptyServers], ['2.53', (view) => ({ ...view, id: node.row.number })])

/** What 2.88 took away, since placement knows better; also what sums up to the statistics. */
export const usageView = ({ row }: SurveyedNode) => ({
  vcpus: row.vcpus,
  vcpus_used: row.vcpus_used,
  memory_mb: row.memory_mb,
  memory_mb_used: row.memory_mb_used,
  free_ram_mb: row.memory_mb - row.memory_mb_used,
  local_gb: row.disk_gb,
  local_gb_used: row.disk_gb_used,
  free_disk_gb: row.disk_gb - row.disk_gb_used,
  disk_available_least: row.disk_gb - row.disk_gb_used,
  current_workload: 0,
  running_vms: row.running_vms,
})

const fullView = (node: SurveyedNode, parts: HypervisorParts) => ({
  ...briefView(node, parts),
  hypervisor_type: node.row.hypervisor_type,
  hypervisor_version: node.row.hypervisor_version,
  host_ip: node.row.host_ip,
  uptime: parts.uptime ?? null,
  service: {
    id: node.service.row.id as string | number,
    host: node.row.host,
    disabled_reason: node.service.row.disabled_reason,
  },
})

type Full = ReturnType<typeof fullView>

const lowerFull = (node: SurveyedNode) =>
  lowered<Full>(
    [
      '2.88',
      ({ uptime: _, ...view }) => ({
        ...view,
        ...usageView(node),
        cpu_info: JSON.parse(node.row.cpu_info) as object,
      }),
    ],
    ['2.75', withoutEmptyServers],
    [
      '2.53',
      (view) => ({
        ...view,
        id: node.row.number,
        service: { ...view.service, id: node.service.row.number },
      }),
    ],
    ['2.28', (view) => ({ ...view, cpu_info: node.row.cpu_info })],
  )

/** A hypervisor in the caller's version: all of it, or what lists show. */
export const viewHypervisor = (
  node: SurveyedNode,
  parts: HypervisorParts,
  { version, detailed }: { readonly version: number; readonly detailed: boolean },
): object =>
  detailed
    ? lowerFull(node)(fullView(node, parts), version)
    : lowerBrief(node)(briefView(node, parts), version)
