import type { RunRouter } from '@nimbo/network/driver/runs-routers'
import { interfaceDevice, towardsOutside } from './device-names.ts'
import { ownProtocol } from './router-paths.ts'

/*
 * Policy routing of a distributed router: one routing table per way out, and rules that choose the table by source.
 * Packets between the router's own networks are routed by the main table before any of them.
 */

type Version = 4 | 6

/** Packets from a port with a floating IP use that floating IP's gateway. */
const floatingPriority = 40_000
const otherPriority = 50_000

const tableOffset = 1_000

/** A routing table id derived from the port, above the ids with a reserved meaning. */
const tableOf = (portId: string): number => tableOffset + Number.parseInt(portId.slice(0, 7), 16)

const ofVersion =
  (version: Version) =>
  (address: string): boolean =>
    address.includes(':') === (version === 6)

interface Way {
  readonly table: number
  readonly via: string
  readonly device: string
}

const waysOf = ({ distributed }: RunRouter, version: Version): Way[] => [
  ...(distributed?.outside ?? []).flatMap(({ port }) =>
    port.addresses
      .map((address) => address.split('/')[0] ?? '')
      .filter(ofVersion(version))
      .slice(0, 1)
      .map((via) => ({ table: tableOf(port.id), via, device: towardsOutside(port.id) })),
  ),
  ...(distributed?.ways ?? []).flatMap(({ portId, nexthops }) =>
    nexthops
      .filter(ofVersion(version))
      .slice(0, 1)
      .map((via) => ({ table: tableOf(portId), via, device: interfaceDevice(portId) })),
  ),
]

/** The rules in the syntax of `ip rule`. */
const rulesOf = (router: RunRouter, version: Version): string[] => {
  const tables = new Set(waysOf(router, version).map(({ table }) => table))
  return [
    ...router.floatingIps
      .filter(
        ({ fixedAddress, gatewayPortId }) =>
          ofVersion(version)(fixedAddress) && tables.has(tableOf(gatewayPortId)),
      )
      .map(
        ({ fixedAddress, gatewayPortId }) =>
          `from ${fixedAddress} lookup ${tableOf(gatewayPortId)} priority ${floatingPriority}`,
      ),
    ...(router.distributed?.ways ?? [])
      .filter(({ portId }) => tables.has(tableOf(portId)))
      .map(
        ({ portId }) =>
          `from all iif ${interfaceDevice(portId)} lookup ${tableOf(portId)} priority ${otherPriority}`,
      ),
  ]
}

interface FoundRule {
  readonly priority: number
  readonly src: string
  readonly iif?: string
  readonly table: string
}

interface FoundRoute {
  readonly dst: string
  readonly gateway?: string
  readonly dev?: string
  readonly table?: string
}

interface FoundNeighbour {
  readonly dst: string
  readonly dev: string
  readonly lladdr: string
}

const listed = <Item>(listing: string): readonly Item[] =>
  JSON.parse(listing.trim() === '' ? '[]' : listing) as readonly Item[]

const foundRules = (listing: string): string[] =>
  listed<FoundRule>(listing)
    .filter(({ priority }) => priority === floatingPriority || priority === otherPriority)
    .map(
      ({ src, iif, table, priority }) =>
        `from ${src}${iif === undefined ? '' : ` iif ${iif}`} lookup ${table} priority ${priority}`,
    )

const foundWays = (listing: string): string[] =>
  listed<FoundRoute>(listing).flatMap(({ gateway, dev, table }) =>
    Number(table) >= tableOffset ? [`default via ${gateway} dev ${dev} onlink table ${table}`] : [],
  )

/** `ip -batch` lines that delete what is no longer wanted and add what is missing. */
const differing = (
  found: readonly string[],
  wanted: readonly string[],
  told: { readonly gone: (each: string) => string; readonly come: (each: string) => string },
): string[] => [
  ...found.filter((each) => !wanted.includes(each)).map(told.gone),
  ...wanted.filter((each) => !found.includes(each)).map(told.come),
]

/** `ip -batch` lines for one IP version, given the output of `ip -j rule` and `ip -j route show table all proto 77`. */
export const wayChanges = (
  router: RunRouter,
  version: Version,
  { rules, routes }: { readonly rules: string; readonly routes: string },
): string[] => {
  const ways = waysOf(router, version).map(
    ({ table, via, device }) => `default via ${via} dev ${device} onlink table ${table}`,
  )
  return [
    ...differing(foundWays(routes), ways, {
      gone: (each) => `route delete ${each.replace(' onlink', '')} proto ${ownProtocol}`,
      come: (each) => `route append ${each} proto ${ownProtocol}`,
    }),
    ...differing(foundRules(rules), rulesOf(router, version), {
      gone: (each) => `rule delete ${each}`,
      come: (each) => `rule add ${each}`,
    }),
  ]
}

/**
 * `ip -batch` lines that keep the permanent neighbour entries of a distributed router, so that it never sends ARP
 * requests to other hosts; given the output of `ip -j neighbour show nud permanent`.
 */
export const standingNeighbourChanges = ({ distributed }: RunRouter, listing: string): string[] => {
  const wanted = (distributed?.neighbours ?? []).map(
    ({ portId, address, mac }) => `${address} lladdr ${mac} dev ${interfaceDevice(portId)}`,
  )
  const found = listed<FoundNeighbour>(listing).map(
    ({ dst, lladdr, dev }) => `${dst} lladdr ${lladdr} dev ${dev}`,
  )
  // An entry whose MAC changed is replaced, not deleted first: in between, the kernel would send an ARP request.
  const kept = new Set(wanted.map((each) => each.replace(/ lladdr \S+/, '')))
  return differing(
    found.filter((each) => wanted.includes(each) || !kept.has(each.replace(/ lladdr \S+/, ''))),
    wanted,
    {
      gone: (each) => `neighbour delete ${each.replace(/ lladdr \S+/, '')}`,
      come: (each) => `neighbour replace ${each} nud permanent`,
    },
  )
}
