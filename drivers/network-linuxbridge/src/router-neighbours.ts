import type { RunRouter } from '@nimbo/network/driver/runs-routers'
import { gatewayDevice } from './device-names.ts'

/** Says of an address that the router answers neighbours on a device for it. */
interface FoundProxy {
  readonly dst: string
  readonly dev: string
}

/** Where `ip -batch` and `/proc/sys` are to be told something, so that a router answers for the addresses it is to. */
export interface NeighbourChanges {
  readonly lines: readonly string[]
  /** Devices on which the kernel must be told to answer for others at all. */
  readonly answering: readonly string[]
}

/**
 * What differs from what `ip -j -6 neighbour show proxy` prints. The way inside needs no route of its own: the router is on the
 * subnet that the address is of.
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
