import type { AllocationCandidates, ProviderSummary } from '@nimbo/clients/placement'
import type { Clock } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import { aggregates } from '../db/aggregates.ts'
import type { Databases } from '../db/cells/databases.ts'
import { nodeMetrics } from '../db/hosts/node-metrics.ts'
import { numaCells } from '../db/hosts/numa-cells.ts'
import { computeNodes, type NodeCondition } from '../db/hosts/compute-nodes.ts'
import { pciDevices } from '../db/hosts/pci-devices.ts'
import { serversOfHosts } from '../db/hosts/servers-of-hosts.ts'
import type { CellTables } from '../db/schema/cell-tables.ts'
import type { Aggregate } from '../domain/hosts/aggregate.ts'
import { upSince } from '../domain/hosts/service-state.ts'
import type { HostNeed } from '../domain/scheduling/filter.ts'
import type { HostResources, HostState, ServersOfHost } from '../domain/scheduling/host-state.ts'
import type { SchedulingRequest } from '../domain/scheduling/scheduling-request.ts'
import { everyEnabledCell } from './every-enabled-cell.ts'
import type { Judge } from './filter-and-weigh-hosts.ts'
import { type KnownNode, knownNodes } from './known-nodes.ts'

export interface HostStatesDeps {
  readonly databases: Databases
  readonly clock: Clock
  /**
   * An instant in milliseconds since the epoch: a host whose last heartbeat is older has certainly been silent for
   * `allowedMs`. Time in which no heartbeat could arrive does not count.
   */
  readonly silentBefore: (allowedMs: number) => number
  readonly options: { readonly default_availability_zone: string; readonly service_down_time: number }
}

/**
 * Collects the state of the candidate nodes: their descriptions, which may come from an earlier read
 * (`known-nodes.ts`), and their current condition. Free resources come from placement's reply, which is newer than
 * anything hosts reported. Skips providers that are not compute nodes, and nodes of unmapped hosts or of cells that are
 * disabled or down. After an outage of brokers or conductors all hosts look silent; the scheduler must listen for a
 * while before it knows which of them are down.
 */
export const hostStates = (deps: HostStatesDeps) => {
  const { databases, clock, silentBefore, options } = deps
  const known = knownNodes(deps)
  const downAfterMs = options.service_down_time * 1000
  const servicesNow = (): ((node: NodeCondition) => HostState['service']) => {
    const isUp = upSince(clock.now() - downAfterMs)
    const mayBeUp = upSince(silentBefore(downAfterMs))
    return (node) => {
      const up = isUp(node)
      return {
        up,
        awaited: !up && mayBeUp(node),
        disabled: node.disabled !== 0,
        disabledReason: node.disabled_reason,
      }
    }
  }
  return async (
    { provider_summaries: summaries }: AllocationCandidates,
    needs: Judge['needs'] = needsNothing,
    wantsPci = false,
    { numaTopology }: Pick<SchedulingRequest, 'numaTopology'> = {},
  ): Promise<readonly HostState[]> => {
    const nodesOfCells = await known(rootsOf(summaries))
    if (nodesOfCells.size === 0) return []
    const groups = await aggregates(databases.api, clock).list()
    const zoneOf = membership(groups, options.default_availability_zone)
    const needed = needs(new Set(groups.flatMap(({ metadata }) => Object.keys(metadata))))
    return everyEnabledCell(deps, async (cell, cellId) => {
      const nodes = nodesOfCells.get(cellId)
      if (nodes === undefined) return []
      const ids = [...nodes.keys()]
      const conditions = await computeNodes(cell, clock).conditionsOf(ids)
      const serversOf = await readServers(cell, needed)
      const pools = wantsPci ? await pciDevices(cell, clock).poolsOf(ids) : undefined
      const cellsOf =
        numaTopology !== undefined && needed.has('NUMA topology') ? await numaCells(cell, ids) : undefined
      const metricsOf = needed.has('metrics') ? await nodeMetrics(cell, ids) : undefined
      const serviceOf = servicesNow()
      return conditions.flatMap((condition): HostState[] => {
        const node = nodes.get(condition.id)
        const summary = summaries[condition.id]
        if (node === undefined || summary === undefined) return []
        const state = stateOf(node, condition, {
          ...usageOf(summary),
          membership: zoneOf(node.host),
          service: serviceOf(condition),
          servers: serversOf(node.host, condition),
        })
        const pciPools = pools?.get(node.nodeId)
        const numaTopology = cellsOf?.get(node.nodeId)
        const metrics = metricsOf?.get(node.nodeId)
        // Most requests need none of these, and a large cloud has many nodes to copy.
        return pciPools || numaTopology || metrics
          ? [
              {
                ...state,
                ...(pciPools && { pciPools }),
                ...(numaTopology && { numaTopology }),
                ...(metrics && { metrics }),
              },
            ]
          : [state]
      })
    })
  }
}

const nothing: ReadonlySet<HostNeed> = new Set()
const needsNothing: Judge['needs'] = () => nothing

/** The providers that may be compute nodes, which are always the roots of their trees. */
const rootsOf = (summaries: AllocationCandidates['provider_summaries']): readonly string[] =>
  Object.keys(summaries).filter((id) => summaries[id]?.parent_provider_uuid === null)

/** The data of servers that filters need, read for all hosts of a cell in one query. */
const readServers = async (
  cell: Kysely<CellTables>,
  needs: ReadonlySet<HostNeed>,
): Promise<(host: string, condition: NodeCondition) => ServersOfHost> => {
  const servers = serversOfHosts(cell)
  const [counts, busy, images] = await Promise.all([
    needs.has('number of servers') ? servers.count() : undefined,
    needs.has('busy servers') ? servers.busy() : undefined,
    needs.has('images of servers') ? servers.imageProperties() : undefined,
  ])
  return (host, { running_vms }) => ({
    count: counts === undefined ? running_vms : (counts.get(host) ?? 0),
    busy: busy?.get(host) ?? 0,
    imageProperties: images?.get(host) ?? [],
  })
}

type Membership = Pick<HostState, 'availabilityZone' | 'aggregateMetadata'>

/** The zone and aggregate metadata of hosts; those in no aggregate share one object. */
const membership = (groups: readonly Aggregate[], defaultZone: string): ((host: string) => Membership) => {
  const ofHosts = new Map<string, Record<string, string[]>>()
  for (const { hosts, metadata } of groups)
    for (const host of hosts) {
      const merged = ofHosts.get(host) ?? Object.create(null)
      for (const [key, value] of Object.entries(metadata)) merged[key] = [...(merged[key] ?? []), value]
      ofHosts.set(host, merged)
    }
  const inNone: Membership = { aggregateMetadata: {}, availabilityZone: defaultZone }
  return (host) => {
    const aggregateMetadata = ofHosts.get(host)
    if (aggregateMetadata === undefined) return inNone
    return { aggregateMetadata, availabilityZone: aggregateMetadata.availability_zone?.[0] ?? defaultZone }
  }
}

const usageOf = ({ resources }: ProviderSummary): Pick<HostState, 'free' | 'used'> => {
  const used = (resourceClass: string): number => resources[resourceClass]?.used ?? 0
  const free = (resourceClass: string): number =>
    (resources[resourceClass]?.capacity ?? 0) - used(resourceClass)
  const each = (amount: (resourceClass: string) => number): HostResources => ({
    vcpus: amount('VCPU'),
    memoryMb: amount('MEMORY_MB'),
    diskGb: amount('DISK_GB'),
  })
  return { free: each(free), used: each(used) }
}

type Judged = Pick<HostState, 'free' | 'used' | 'service' | 'servers'> & { readonly membership: Membership }

const stateOf = (
  known: KnownNode,
  condition: NodeCondition,
  { free, used, membership, service, servers }: Judged,
): HostState => ({
  host: known.host,
  node: known.node,
  nodeId: known.nodeId,
  cellId: known.cellId,
  service,
  availabilityZone: membership.availabilityZone,
  hypervisorType: known.hypervisorType,
  hypervisorVersion: known.hypervisorVersion,
  cpuInfo: known.cpuInfo,
  supportedInstances: known.supportedInstances,
  aggregateMetadata: membership.aggregateMetadata,
  total: known.total,
  used,
  free,
  hostIp: known.hostIp,
  failedBuilds: condition.failed_builds,
  servers,
  pciFree: condition.pci_free,
})
