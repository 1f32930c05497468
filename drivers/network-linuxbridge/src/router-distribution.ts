import type { RunRouter } from '@nimbo/network/driver/runs-routers'
import { interfaceDevice, towardsOutside } from './device-names.ts'
import { ownProtocol } from './router-paths.ts'

/*
 * What a router that is on many hosts has besides: a table of routes for each way out, and rules that say whose packets take which.
 * Packets between its own networks are routed before any of them.
 */

type Version = 4 | 6

/** Those who have a floating address leave by it. */
const floatingPriority = 40_000
const otherPriority = 50_000

const tableOffset = 1_000

/** A number that is a way's own in its router, and never one the kernel knows by a name. */
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

/** A rule as `ip rule` takes it. */
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

/** What was and is no more, and what is and was not, each as `ip -batch` is told it. */
const differing = (
  found: readonly string[],
  wanted: readonly string[],
  told: { readonly gone: (each: string) => string; readonly come: (each: string) => string },
): string[] => [
  ...found.filter((each) => !wanted.includes(each)).map(told.gone),
  ...wanted.filter((each) => !found.includes(each)).map(told.come),
]

/** What `ip -batch` of an IP version is to be told, given what `ip -j rule` and `ip -j route show table all proto 77` print of it. */
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

/** What `ip -batch` is to be told so that it asks for none of its neighbours, given what `ip -j neighbour show nud permanent` prints. */
export const standingNeighbourChanges = ({ distributed }: RunRouter, listing: string): string[] => {
  const wanted = (distributed?.neighbours ?? []).map(
    ({ portId, address, mac }) => `${address} lladdr ${mac} dev ${interfaceDevice(portId)}`,
  )
  const found = listed<FoundNeighbour>(listing).map(
    ({ dst, lladdr, dev }) => `${dst} lladdr ${lladdr} dev ${dev}`,
  )
  // Whoever has another MAC now is not told to go first: in between it would be asked for.
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
