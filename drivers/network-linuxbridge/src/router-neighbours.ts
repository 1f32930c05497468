import type { RunRouter } from '@nimbo/network/driver/runs-routers'
import { gatewayDevice } from './device-names.ts'

/** A proxy NDP entry: the router answers neighbour solicitations for the address on the device. */
interface FoundProxy {
  readonly dst: string
  readonly dev: string
}

/** The changes that make a router answer for exactly the wanted addresses. */
export interface NeighbourChanges {
  readonly lines: readonly string[]
  /** Devices on which `proxy_ndp` must be switched on. */
  readonly answering: readonly string[]
}

/**
 * Compares with the output of `ip -j -6 neighbour show proxy`. No route is needed for such an address: its subnet is
 * connected to the router.
 */
export const neighbourChanges = (
  { ndpProxies = [] }: Pick<RunRouter, 'ndpProxies'>,
  listing: string,
): NeighbourChanges => {
  const found = JSON.parse(listing.trim() === '' ? '[]' : listing) as readonly FoundProxy[]
  const before = new Set(found.map(({ dst, dev }) => `${dst} dev ${dev}`))
  const wanted = new Set(
    ndpProxies.map(({ address, gatewayPortId }) => `${address} dev ${gatewayDevice(gatewayPortId)}`),
  )
  const added = [...wanted].filter((each) => !before.has(each))
  return {
    lines: [
      ...[...before].filter((each) => !wanted.has(each)).map((each) => `neighbour delete proxy ${each}`),
      ...added.map((each) => `neighbour add proxy ${each}`),
    ],
    answering: [...new Set(added.map((each) => each.slice(each.lastIndexOf(' ') + 1)))],
  }
}
