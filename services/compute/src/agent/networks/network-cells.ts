import type { HostTopology, NetworkCells } from '@nimbo/contracts/compute-rpc/numa'
import type { ReadOptions } from '@nimbo/service/read-options'
import { errors } from '../agent-errors.ts'
import { nodesOfPhysnet, physnetOptions, physnetSection, tunnelOptions } from '../numa-options.ts'

const cellsOf = (section: string, nodes: readonly string[]): readonly number[] =>
  nodes.map((node) => {
    if (!/^[0-9]+$/.test(node))
      throw errors.InvalidNetworkNUMAAffinity({ reason: `[${section}] numa_nodes: ${node} is no number.` })
    return Number(node)
  })

/**
 * Reads `[neutron] physnets` with the sections of these networks, and `[neutron_tunnel]`; undefined if neither is set.
 * Throws `InvalidNetworkNUMAAffinity` for a physical network without NUMA nodes.
 */
export const networkCells = (read: ReadOptions): NetworkCells | undefined => {
  const { neutron, neutron_tunnel } = read([physnetOptions, tunnelOptions])
  const physnets = neutron.physnets.map((name): readonly [string, readonly number[]] => {
    const section = physnetSection(name)
    const cells = cellsOf(section, read([nodesOfPhysnet(section)])[section]?.numa_nodes ?? [])
    if (cells.length === 0)
      throw errors.InvalidNetworkNUMAAffinity({
        reason: `the physnet '${name}' was listed in '[neutron] physnets' but no corresponding '[${section}] numa_nodes' option was defined.`,
      })
    return [name, cells]
  })
  const tunneled = cellsOf(tunnelOptions.name, neutron_tunnel.numa_nodes)
  if (physnets.length === 0 && tunneled.length === 0) return undefined
  return { physnets: Object.fromEntries(physnets), tunneled }
}

/** A host with the cells that its networks are at. Throws `InvalidNetworkNUMAAffinity` for cells that it does not have. */
export const withNetworkCells = (host: HostTopology, known: NetworkCells | undefined): HostTopology => {
  if (known === undefined) return host
  const present = host.cells.map(({ id }) => id)
  const named = [...Object.entries(known.physnets), ['tunneled networks', known.tunneled] as const]
  for (const [what, cells] of named)
    for (const cell of cells)
      if (!present.includes(cell))
        throw errors.InvalidNetworkNUMAAffinity({
          reason: `node ${cell} for ${what} is not among the nodes of the host: ${present.join(', ')}.`,
        })
  return { ...host, networkCells: known }
}
