import type { Clock } from '@nimbo/kernel/clock'
import type { Databases } from '../db/cells/databases.ts'
import { hostMappings } from '../db/cells/host-mappings.ts'
import { computeNodes, type NodeDescription } from '../db/hosts/compute-nodes.ts'
import type { HostState } from '../domain/scheduling/host-state.ts'
import { everyEnabledCell } from './every-enabled-cell.ts'

/** The description of a node, which rarely changes, and the cell to which its host is mapped. */
export type KnownNode = Pick<
  HostState,
  | 'host'
  | 'node'
  | 'nodeId'
  | 'cellId'
  | 'hypervisorType'
  | 'hypervisorVersion'
  | 'cpuInfo'
  | 'supportedInstances'
  | 'hostIp'
  | 'total'
>

/** Nodes by cell id, then by node id; only cells with nodes. */
export type NodesOfCells = ReadonlyMap<string, ReadonlyMap<string, KnownNode>>

interface Deps {
  readonly databases: Databases
  readonly clock: Clock
}

/** The longest delay, in milliseconds, until the scheduler notices a changed node or mapping. */
const freshMs = 2_000

/**
 * Caches the descriptions of nodes, so that a decision need not read the long texts of every candidate, nor its mapping.
 * Providers that are not compute nodes, and nodes of unmapped hosts or of cells that are disabled or down, are not cached
 * but read again at the next request: so a host is found as soon as it is mapped.
 *
 * A host that is unmapped, or mapped to another cell, may be chosen until it is read again. That is as if the decision
 * had been made just before: while the host still listens in its former cell, it builds the server; if it does not, the
 * conductor misses its heartbeats and sends the server to an alternate, as from any host that goes away.
 */
export const knownNodes = (deps: Deps) => {
  const { clock } = deps
  let kept = { since: clock.now(), nodes: new Map<string, KnownNode>() }
  return async (ids: readonly string[]): Promise<NodesOfCells> => {
    if (clock.now() - kept.since >= freshMs) kept = { since: clock.now(), nodes: new Map() }
    const { nodes } = kept
    const unknown = ids.filter((id) => !nodes.has(id))
    if (unknown.length > 0) for (const node of await readNodes(deps, unknown)) nodes.set(node.nodeId, node)
    const ofCells = new Map<string, Map<string, KnownNode>>()
    for (const id of ids) {
      const node = nodes.get(id)
      if (node === undefined) continue
      const others = ofCells.get(node.cellId)
      if (others === undefined) ofCells.set(node.cellId, new Map([[id, node]]))
      else others.set(id, node)
    }
    return ofCells
  }
}

/** The nodes of hosts that are mapped to the cell where they report. */
const readNodes = async (deps: Deps, ids: readonly string[]): Promise<readonly KnownNode[]> => {
  const { databases, clock } = deps
  const found = await everyEnabledCell(deps, async (cell, cellId) => {
    const described = await computeNodes(cell, clock).described(ids)
    return described.map((node) => ({ node, cellId }))
  })
  const cellOf = await hostMappings(databases.api, clock).cellsOf(found.map(({ node }) => node.host))
  const known = reading()
  return found
    .filter(({ node, cellId }) => cellOf.get(node.host) === cellId)
    .map(({ node, cellId }) => known(node, cellId))
}

/** Parses each text only once: clouds have many identical hosts. */
const parsing = <Parsed extends object>() => {
  const known = new Map<string, Parsed>()
  return (text: string): Parsed => {
    const parsed = known.get(text) ?? (JSON.parse(text) as Parsed)
    known.set(text, parsed)
    return parsed
  }
}

const reading = () => {
  const cpuInfo = parsing<KnownNode['cpuInfo']>()
  const supportedInstances = parsing<KnownNode['supportedInstances']>()
  return (node: NodeDescription, cellId: string): KnownNode => ({
    host: node.host,
    node: node.node,
    nodeId: node.id,
    cellId,
    hypervisorType: node.hypervisor_type,
    hypervisorVersion: node.hypervisor_version,
    cpuInfo: cpuInfo(node.cpu_info),
    supportedInstances: supportedInstances(node.supported_instances),
    hostIp: node.host_ip,
    total: { vcpus: node.vcpus, memoryMb: node.memory_mb, diskGb: node.disk_gb },
  })
}
