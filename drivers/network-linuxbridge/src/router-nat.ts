import type { RunRouter } from '@nimbo/network/driver/runs-routers'
import {
  gatewayDevice,
  gatewayPrefix,
  interfacePrefix,
  towardsOutside,
  towardsOutsidePrefix,
} from './device-names.ts'

const table = 'ip nimbo'

/**
 * An empty chain whose name is the version of the table's layout. If a table has another version, it is created anew.
 */
const layout = 'layout_1'

const fromOutside = '0x2'

/**
 * The NAT table of a router. The rules are fixed; changes only touch the elements of its maps and sets. Packets
 * translated for a floating IP that is gone are dropped, even of established connections. When two hosts inside talk
 * over a floating IP, the reply comes back through the router because it replaces the source address too.
 */
const layoutScript = (outer: string): string => `
add table ${table}
delete table ${table}
add table ${table}
add chain ${table} ${layout}
add map ${table} floating_to_fixed { type ipv4_addr : ipv4_addr; }
add map ${table} fixed_to_floating { type ifname . ipv4_addr : ipv4_addr; }
add map ${table} hiding_gateways { type ifname : ipv4_addr; }
add map ${table} forwardings { type ipv4_addr . inet_proto . inet_service : ipv4_addr . inet_service; }
add set ${table} associations { type ipv4_addr . ipv4_addr; }
add set ${table} own_addresses { type ipv4_addr; }
add chain ${table} origin { type filter hook prerouting priority -150; policy accept; }
add rule ${table} origin iifname "${outer}*" meta mark set meta mark or ${fromOutside}
add chain ${table} prerouting { type nat hook prerouting priority -100; policy accept; }
add rule ${table} prerouting meta l4proto { tcp, udp, sctp, dccp } dnat ip addr . port to ip daddr . meta l4proto . th dport map @forwardings
add rule ${table} prerouting dnat to ip daddr map @floating_to_fixed
add chain ${table} postrouting { type nat hook postrouting priority 100; policy accept; }
add rule ${table} postrouting oifname "${outer}*" snat to oifname . ip saddr map @fixed_to_floating
add rule ${table} postrouting oifname "${outer}*" snat to oifname map @hiding_gateways
add rule ${table} postrouting oifname "${interfacePrefix}*" ct status dnat meta mark and ${fromOutside} == 0 masquerade
add chain ${table} forward { type filter hook forward priority 0; policy accept; }
add rule ${table} forward ct status dnat ct original ip daddr . ct reply ip saddr != @associations drop
add rule ${table} forward ct status snat ct reply ip daddr != @own_addresses ct reply ip daddr . ct original ip saddr != @associations drop
`

const holders = [
  'floating_to_fixed',
  'fixed_to_floating',
  'hiding_gateways',
  'forwardings',
  'associations',
  'own_addresses',
] as const
type Holder = (typeof holders)[number]

type Elements = Readonly<Record<Holder, readonly string[]>>

const isIpv4 = (address: string): boolean => !address.includes(':')
const plain = (address: string): string => address.split('/')[0] ?? ''

const forwardedPorts = ({ forwardings }: RunRouter): string[] =>
  forwardings.flatMap((each) =>
    Array.from({ length: each.externalLast - each.externalFirst + 1 }, (_, offset) => {
      const internal = Math.min(each.internalFirst + offset, each.internalLast)
      return `${each.address} . ${each.protocol} . ${each.externalFirst + offset} : ${each.internalAddress} . ${internal}`
    }),
  )

/** The elements the router should have. */
const wantedElements = (router: RunRouter): Elements => {
  const { interfaces, gateways, floatingIps, forwardings } = router
  const addressesOf = (port: (typeof interfaces)[number]): string[] =>
    port.addresses.map(plain).filter(isIpv4)
  const associations = [
    ...floatingIps.map(({ address, fixedAddress }) => `${address} . ${fixedAddress}`),
    ...forwardings.map(({ address, internalAddress }) => `${address} . ${internalAddress}`),
  ]
  return {
    floating_to_fixed: floatingIps.map(({ address, fixedAddress }) => `${address} : ${fixedAddress}`),
    fixed_to_floating: floatingIps.map(
      ({ address, fixedAddress, gatewayPortId }) =>
        `${wayOut(router).device(gatewayPortId)} . ${fixedAddress} : ${address}`,
    ),
    hiding_gateways: gateways.flatMap(({ port, snat }) =>
      snat
        ? addressesOf(port)
            .slice(0, 1)
            .map((address) => `${gatewayDevice(port.id)} : ${address}`)
        : [],
    ),
    forwardings: forwardedPorts(router),
    associations: [...new Set(associations)],
    own_addresses: [...new Set([...interfaces, ...gateways.map(({ port }) => port)].flatMap(addressesOf))],
  }
}

/** The gateway device of a distributed router leads to the namespace that holds its floating IPs. */
export const wayOut = ({ distributed }: RunRouter) =>
  distributed
    ? { prefix: towardsOutsidePrefix, device: towardsOutside }
    : { prefix: gatewayPrefix, device: gatewayDevice }

type Part = string | number | { readonly concat: readonly (string | number)[] }

const textOf = (part: Part): string => (typeof part === 'object' ? part.concat.join(' . ') : String(part))

interface Listed {
  readonly name: string
  readonly elem?: readonly (Part | readonly [Part, Part])[]
}

const isPair = (element: Part | readonly [Part, Part]): element is readonly [Part, Part] =>
  Array.isArray(element)

/** The elements found in `nft -j list ruleset`; undefined when the table has another layout version. */
const foundElements = (listing: string): Elements | undefined => {
  const { nftables } = JSON.parse(listing) as {
    nftables: { map?: Listed; set?: Listed; chain?: { name: string } }[]
  }
  if (!nftables.some(({ chain }) => chain?.name === layout)) return undefined
  const listed = nftables.flatMap(({ map, set }) => map ?? set ?? [])
  const elementsOf = (holder: Holder): string[] =>
    (listed.find(({ name }) => name === holder)?.elem ?? []).map((element) =>
      isPair(element) ? element.map(textOf).join(' : ') : textOf(element),
    )
  return {
    floating_to_fixed: elementsOf('floating_to_fixed'),
    fixed_to_floating: elementsOf('fixed_to_floating'),
    hiding_gateways: elementsOf('hiding_gateways'),
    forwardings: elementsOf('forwardings'),
    associations: elementsOf('associations'),
    own_addresses: elementsOf('own_addresses'),
  }
}

const none: Elements = {
  floating_to_fixed: [],
  fixed_to_floating: [],
  hiding_gateways: [],
  forwardings: [],
  associations: [],
  own_addresses: [],
}

/** nftables wants device names in quotes. */
const quoted = (element: string): string => element.replace(/^((?:q[rg]|rfp)-[0-9a-f-]+)/, '"$1"')

const change = (verb: 'add' | 'delete', holder: Holder, elements: readonly string[]): string[] =>
  elements.length === 0 ? [] : [`${verb} element ${table} ${holder} { ${elements.map(quoted).join(', ')} }`]

/**
 * Lines for `nft -f`, applied in one transaction, that bring the router's NAT up to date; empty when nothing changes.
 */
export const natChanges = (router: RunRouter, listing: string): string => {
  const wanted = wantedElements(router)
  const found = foundElements(listing)
  const before = found ?? none
  const changes = holders.flatMap((holder) => [
    ...change(
      'delete',
      holder,
      before[holder].filter((element) => !wanted[holder].includes(element)),
    ),
    ...change(
      'add',
      holder,
      wanted[holder].filter((element) => !before[holder].includes(element)),
    ),
  ])
  return [...(found ? [] : [layoutScript(wayOut(router).prefix)]), ...changes].join('\n')
}
