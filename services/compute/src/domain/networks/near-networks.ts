import type { Network } from '@nimbo/clients/network'
import type { HostTopology } from '@nimbo/contracts/compute-rpc/numa'

/** The networks of a server that may be nearer to some NUMA cells of a host than to others. */
export interface NearNetworks {
  readonly physnets: readonly string[]
  /** Whether one of its networks is in a tunnel. */
  readonly tunneled: boolean
}

export type Wire = Pick<Network, 'provider:physical_network' | 'provider:network_type'>

const tunnels: readonly unknown[] = ['vxlan', 'gre', 'geneve']

export const nearNetworks = (networks: readonly Wire[]): NearNetworks => ({
  physnets: [...new Set(networks.flatMap((one) => one['provider:physical_network'] ?? []))],
  tunneled: networks.some((one) => tunnels.includes(one['provider:network_type'])),
})

const named = (cells: readonly number[]): string =>
  `NUMA ${cells.length === 1 ? 'cell' : 'cells'} ${cells.join(', ')}`

/**
 * Why a server on these cells of a host would be far from its networks. As in Nova, one of the cells that a network is
 * near to suffices.
 */
export const farFromNetworks = (
  { networkCells }: Pick<HostTopology, 'networkCells'>,
  wanted: NearNetworks | undefined,
  cells: readonly number[],
): string | undefined => {
  if (networkCells === undefined || wanted === undefined) return undefined
  const near = new Map<string, readonly number[]>(
    wanted.physnets.map((name) => [
      `the physical network ${name}`,
      Object.hasOwn(networkCells.physnets, name) ? (networkCells.physnets[name] ?? []) : [],
    ]),
  )
  if (wanted.tunneled) near.set('tunneled networks', networkCells.tunneled)
  for (const [what, its] of near)
    if (its.length > 0 && !its.some((cell) => cells.includes(cell)))
      return `has ${what} at ${named(its)}, and not at ${named(cells)}`
  return undefined
}
