import type { AllocationCandidates, ProviderSummary } from '@nimbo/clients/placement'
import type { Clock } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { everyCell } from '../app/every-cell.ts'
import { aggregates } from '../db/aggregates.ts'
import type { Databases } from '../db/cells/databases.ts'
import { numaCells } from '../db/hosts/numa-cells.ts'
import { hostMappings } from '../db/cells/host-mappings.ts'
import { computeNodes, type JudgedNode } from '../db/hosts/compute-nodes.ts'
import { pciDevices } from '../db/hosts/pci-devices.ts'
import { serversOfHosts } from '../db/hosts/servers-of-hosts.ts'
import type { CellTables } from '../db/schema/cell-tables.ts'
import type { Aggregate } from '../domain/hosts/aggregate.ts'
import { isUp } from '../domain/hosts/service-state.ts'
import type { HostNeed } from '../domain/scheduling/filter.ts'
import type { HostState, ServersOfHost } from '../domain/scheduling/host-state.ts'
import type { SchedulingRequest } from '../domain/scheduling/scheduling-request.ts'
import type { Judge } from './filter-and-weigh-hosts.ts'

export interface HostStatesDeps {
  readonly databases: Databases
  readonly clock: Clock
  /** Hosts whose last heartbeat is older than this instant have certainly been silent for that long. */
  readonly silentBefore: (allowedMs: number) => number
  readonly options: { readonly default_availability_zone: string; readonly service_down_time: number }
}

/**
 * Collects what is known of the candidate nodes. Free resources come from placement's reply, which is newer than anything hosts
 * reported. Left out are providers that are no compute nodes, and nodes of unmapped hosts or of cells that are disabled or down.
 * After an outage of brokers or conductors all hosts look silent; whether they are down is known only after listening long
 * enough.
 */
export const hostStates = (deps: HostStatesDeps) => {
  const { databases, clock, silentBefore, options } = deps
  const stored = readTold()
  const serviceOf = (node: JudgedNode): HostState['service'] => {
    const downAfterMs = options.service_down_time * 1000
    const up = isUp(node, clock.now() - downAfterMs)
    return {
      up,
      awaited: !up && isUp(node, silentBefore(downAfterMs)),
      disabled: node.disabled !== 0,
      disabledReason: node.disabled_reason,
    }
  }
  return async (
    { provider_summaries: summaries }: AllocationCandidates,
    needs: Judge['needs'] = needsNothing,
    wantsPci = false,
    { numaTopology }: Pick<SchedulingRequest, 'numaTopology'> = {},
  ): Promise<readonly HostState[]> => {
    const nodeIds = Object.keys(summaries)
    if (nodeIds.length === 0) return []
    const known = await aggregates(databases.api, clock).list()
    const zoneOf = membership(known, options.default_availability_zone)
    const needed = needs(new Set(known.flatMap(({ metadata }) => Object.keys(metadata))))
    const disabled = new Set(
      (await databases.cells()).filter((cell) => cell.disabled !== 0).map(({ id }) => id),
    )
    const states = await everyCell(deps, async (cell, cellId) => {
      if (disabled.has(cellId)) return []
      const nodes = await computeNodes(cell, clock).judged(nodeIds)
      const serversOf = await readServers(cell, needed)
      const pools = wantsPci ? await pciDevices(cell, clock).poolsOf(nodes.map(({ id }) => id)) : undefined
      const cellsOf =
        numaTopology !== undefined && needed.has('NUMA topology') ? await numaCells(cell, nodeIds) : undefined
      return nodes.flatMap((node): HostState[] => {
        const summary = summaries[node.id]
        if (summary === undefined) return []
        const pciPools = pools?.get(node.id)
        const numaTopology = cellsOf?.get(node.id)
        return [
          {
            ...stateOf(node, summary, stored),
            ...zoneOf(node.host),
            cellId,
            service: serviceOf(node),
            servers: serversOf(node),
            ...(pciPools && { pciPools }),
            ...(numaTopology && { numaTopology }),
          },
        ]
      })
    })
    const cellOf = await hostMappings(databases.api, clock).cellsOf(states.map(({ host }) => host))
    return states.filter(({ host, cellId }) => cellOf.get(host) === cellId)
  }
}

const nothing: ReadonlySet<HostNeed> = new Set()
const needsNothing: Judge['needs'] = () => nothing

/** The data of servers that filters need, read for all hosts of a cell in one query. */
const readServers = async (
  cell: Kysely<CellTables>,
  needs: ReadonlySet<HostNeed>,
): Promise<(node: JudgedNode) => ServersOfHost> => {
  const servers = serversOfHosts(cell)
  const [counts, busy, images] = await Promise.all([
    needs.has('number of servers') ? servers.count() : undefined,
    needs.has('busy servers') ? servers.busy() : undefined,
    needs.has('images of servers') ? servers.imageProperties() : undefined,
  ])
  return ({ host, running_vms }) => ({
    count: counts === undefined ? running_vms : (counts.get(host) ?? 0),
    busy: busy?.get(host) ?? 0,
    imageProperties: images?.get(host) ?? [],
  })
}

type Membership = Pick<HostState, 'availabilityZone' | 'aggregateMetadata'>

/** The aggregate metadata of hosts; hosts in the same aggregates share one object. */
const membership = (known: readonly Aggregate[], defaultZone: string): ((host: string) => Membership) => {
  const ofHosts = new Map<string, Record<string, string[]>>()
  for (const { hosts, metadata } of known)
    for (const host of hosts) {
      const merged = ofHosts.get(host) ?? Object.create(null)
      for (const [key, value] of Object.entries(metadata)) merged[key] = [...(merged[key] ?? []), value]
      ofHosts.set(host, merged)
    }
  return (host) => {
    const aggregateMetadata: Membership['aggregateMetadata'] = ofHosts.get(host) ?? {}
    return { aggregateMetadata, availabilityZone: aggregateMetadata.availability_zone?.[0] ?? defaultZone }
  }
}
/** Parses what nodes reported; identical texts are parsed once, since clouds have many identical hosts. */
const readTold = () => {
  const reading = <Told extends object>() => {
    const known = new LRUCache<string, Told>({ max: 500 })
    return (text: string): Told => {
      const read = known.get(text) ?? (JSON.parse(text) as Told)
      known.set(text, read)
      return read
    }
  }
  return {
    cpuInfo: reading<HostState['cpuInfo']>(),
    supportedInstances: reading<HostState['supportedInstances']>(),
  }
}

const stateOf = (node: JudgedNode, { resources }: ProviderSummary, told: ReturnType<typeof readTold>) => {
  const free = (resourceClass: string): number =>
    (resources[resourceClass]?.capacity ?? 0) - (resources[resourceClass]?.used ?? 0)
  return {
    host: node.host,
    node: node.node,
    nodeId: node.id,
    hypervisorType: node.hypervisor_type,
    hypervisorVersion: node.hypervisor_version,
    cpuInfo: told.cpuInfo(node.cpu_info),
    supportedInstances: told.supportedInstances(node.supported_instances),
    free: { vcpus: free('VCPU'), memoryMb: free('MEMORY_MB'), diskGb: free('DISK_GB') },
    hostIp: node.host_ip,
    failedBuilds: node.failed_builds,
    pciFree: node.pci_free,
  }
}
