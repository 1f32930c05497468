import type { FilterRule, Rate, WiredPort } from '@nimbo/network/driver/network-agent-driver'
import { shortId, tapOf, tapPrefix } from './device-names.ts'
import { localIpsScript, returning } from './local-ips.ts'
import { groupChain, sharesRules } from './group-chains.ts'
import { isKnown, knownScript } from './known-connections.ts'
import { linkLocalAddress } from './link-local.ts'
import { matchesOf } from './rule-match.ts'
import { toldOf } from './security-events.ts'

/**
 * Bits set in the mark of packets that cross a bridge of this cloud. Several clouds can live on one host and every
 * cloud's filter sees every packet: bits 8 to 23 tell which cloud a packet belongs to.
 */
const ownMark = (table: string): string => {
  const cloud = Number.parseInt(table.slice(-4), 16)
  return `0x${((0x20 << 24) | (cloud << 8)).toString(16)}`
}
export const isOwn = (table: string, mark = 'meta mark'): string =>
  `${mark} and 0x20ffff00 == ${ownMark(table)}`

/**
 * ICMPv6 neighbour discovery and multicast listener messages, without which IPv6 does not work at all, and those sent
 * from the unspecified address. They are named sets of the table instead of lists in each rule, because nft reads all
 * of a table at every change.
 */
const messages = {
  solicitations: '130, 131, 132, 133, 135, 136, 143',
  announcements: '130, 131, 132, 134, 135, 136, 143',
  unaddressed: '131, 135, 143',
} as const

/**
 * The rules that are the same for all filtered ports, in shared chains to which the chain of each port jumps. The kernel reads
 * every rule of a table at each change, so repeating these rules for each port would slow changes down with each port.
 */
const sharedChains: readonly (readonly [string, readonly string[]])[] = [
  [
    'guests_from',
    [
      'ether type ip udp sport 68 udp dport 67 ip saddr 0.0.0.0 goto deliver',
      'ether type ip udp sport 67 udp dport 68 drop',
      'ether type ip6 udp sport 547 udp dport 546 drop',
      'ether type ip6 icmpv6 type 134 drop',
      'ether type ip6 ip6 saddr :: icmpv6 type @unaddressed goto deliver',
    ],
  ],
  [
    'guests_out',
    [
      'ether type ip udp sport 68 udp dport 67 goto deliver',
      'ether type ip6 udp sport 546 udp dport 547 goto deliver',
      'ether type ip6 icmpv6 type @solicitations goto deliver',
      `${isKnown} goto deliver`,
    ],
  ],
  [
    'guests_to',
    [
      'ether type arp accept',
      'ether type ip udp sport 67 udp dport 68 accept',
      'ether type ip6 udp sport 547 udp dport 546 accept',
      'ether type ip6 icmpv6 type @announcements accept',
      `${isKnown} accept`,
    ],
  ],
]

/** The lines that create the chains, or empty existing ones, and add the rules. */
const chainLines = (table: string, chains: readonly (readonly [string, readonly string[]])[]): string =>
  chains
    .flatMap(([chain, rules]) => [
      `add chain bridge ${table} ${chain}`,
      `flush chain bridge ${table} ${chain}`,
      ...rules.map((rule) => `add rule bridge ${table} ${chain} ${rule}`),
    ])
    .join('\n')

/**
 * The base of the filter, for `nft -f`. A frame between ports of our bridges passes the chain of the port it comes
 * from, then the chain of the port it goes to; frames of taps without a filter are dropped. Bridges of others are left
 * alone.
 *
 * Matching on connections, or on the name of the bridge, happens in the IP hooks that br_netfilter calls for bridged
 * packets, since not every kernel can do it in the bridge family; marks carry the result over. Priority 10 runs after
 * those hooks.
 */
export const baseScript = (table: string): string => `
add table bridge ${table}
add map bridge ${table} from_port { type ifname : verdict; }
add map bridge ${table} to_port { type ifname : verdict; }
${Object.entries(messages)
  .flatMap(([name, types]) => [
    `add set bridge ${table} ${name} { type icmpv6_type; }`,
    `add element bridge ${table} ${name} { ${types} }`,
  ])
  .join('\n')}
add chain bridge ${table} deliver
${chainLines(table, sharedChains)}
add chain bridge ${table} forward { type filter hook forward priority 10; policy accept; }
flush chain bridge ${table} deliver
add rule bridge ${table} deliver oifname vmap @to_port
add rule bridge ${table} deliver oifname "${tapPrefix}*" ${isOwn(table)} drop
add rule bridge ${table} deliver accept
flush chain bridge ${table} forward
add rule bridge ${table} forward iifname vmap @from_port
add rule bridge ${table} forward iifname "${tapPrefix}*" ${isOwn(table)} drop
add rule bridge ${table} forward goto deliver
add table inet ${table}
add chain inet ${table} zones { type filter hook prerouting priority -310; policy accept; }
${knownScript(table).join('\n')}
${localIpsScript(table, (mark) => isOwn(table, mark))}`

/**
 * Declares which bridges are ours. Each has its own conntrack zone, because two networks may use the same addresses.
 */
export const bridgesScript = (table: string, zones: ReadonlyMap<string, number>): string =>
  [
    `flush chain inet ${table} zones`,
    ...[...zones].map(
      ([bridge, zone]) =>
        `add rule inet ${table} zones iifname "${bridge}" meta mark set meta mark or ${ownMark(table)} ct zone set ${zone}`,
    ),
    '',
  ].join('\n')

interface Source {
  readonly mac: string
  readonly prefix: string
}

const isIpv6 = (prefix: string): boolean => prefix.includes(':')

/** The MAC and IP addresses a port may send from: its own and its allowed address pairs. */
const sourcesOf = ({ mac, addresses, allowedPairs }: WiredPort): Source[] => [
  ...addresses.map((prefix) => ({ mac, prefix })),
  { mac, prefix: linkLocalAddress(mac) },
  ...allowedPairs,
]

const thousand = 1000
/** The burst allowed even at a very low rate, in packets. */
const leastBurst = 5

/** The nftables match for packets above a rate; empty when there is no limit. */
const beyond = ({ kpps, burstKpps }: Rate): string[] => {
  const burst = Math.max(leastBurst, burstKpps * thousand)
  return kpps === 0 ? [] : [`limit rate over ${kpps * thousand}/second burst ${burst} packets drop`]
}

/** QoS for what a guest sends, applied before the filter: drops packets above the rate limit and sets DSCP marks. */
const sending = ({ qos }: WiredPort): string[] => {
  if (!qos) return []
  const { egress, dscpMark: mark } = qos
  const marks =
    mark === null ? [] : ['ip', 'ip6'].map((family) => `ether type ${family} ${family} dscp set ${mark}`)
  return [...beyond(egress), ...marks]
}

const receiving = ({ qos }: WiredPort): string[] => (qos ? beyond(qos.ingress) : [])

/**
 * The chain for packets from a guest: they must come from its own addresses and must not be DHCP server or router
 * messages; then its security group rules apply.
 */
const fromGuest = (port: WiredPort, out: string): string[] => {
  const sources = sourcesOf(port)
  const macs = [...new Set([port.mac, ...sources.map(({ mac }) => mac)])]
  const ipv4 = sources.filter(({ prefix }) => !isIpv6(prefix))
  return [
    `ether saddr != ${macs.length === 1 ? port.mac : `{ ${macs.join(', ')} }`} drop`,
    'jump guests_from',
    ...macs.map((mac) => `ether type arp arp saddr ether ${mac} arp saddr ip 0.0.0.0 goto deliver`),
    ...ipv4.map(
      ({ mac, prefix }) => `ether type arp arp saddr ether ${mac} arp saddr ip ${prefix} goto deliver`,
    ),
    ...sources.map(
      ({ mac, prefix }) => `ether saddr ${mac} ${isIpv6(prefix) ? 'ip6' : 'ip'} saddr ${prefix} goto ${out}`,
    ),
    'drop',
  ]
}

/** The security group rules of a port: by the chains of its groups, or its own. */
const accepting = (port: WiredPort, direction: FilterRule['direction'], verdict: string): string[] =>
  sharesRules(port)
    ? (port.groups ?? []).map((id) => `jump ${groupChain(id, direction)}`)
    : matchesOf(port.rules, direction).flatMap((match) => [
        ...toldOf(port, 'ACCEPT', match),
        `${match} ${verdict}`,
      ])

const byRules = (port: WiredPort): string[] => [
  'jump guests_out',
  ...accepting(port, 'egress', 'goto deliver'),
  ...toldOf(port, 'DROP'),
  'drop',
]

const toGuest = (port: WiredPort): string[] => [
  'jump guests_to',
  ...accepting(port, 'ingress', 'accept'),
  ...toldOf(port, 'DROP'),
  'drop',
]

const chainsOf = (portShortId: string) => ({
  from: `from_${portShortId}`,
  out: `out_${portShortId}`,
  to: `to_${portShortId}`,
})

/** Replaces a port's filter in one transaction. The device need not exist yet. */
export const portScript = (table: string, port: WiredPort): string => {
  const id = shortId(port.id)
  const { from, out, to } = chainsOf(id)
  const contents: [string, readonly string[]][] = port.filtered
    ? [
        [out, byRules(port)],
        [from, [...sending(port), ...fromGuest(port, out)]],
        [to, [...receiving(port), ...returning(port), ...toGuest(port)]],
      ]
    : [
        [out, []],
        [from, [...sending(port), 'goto deliver']],
        [to, [...receiving(port), ...returning(port), 'accept']],
      ]
  return [
    chainLines(table, contents),
    `add element bridge ${table} from_port { "${tapOf(id)}" : goto ${from} }`,
    `add element bridge ${table} to_port { "${tapOf(id)}" : goto ${to} }`,
    '',
  ].join('\n')
}

/** Removes a port's filter, which must exist; all traffic of its device is dropped from then on. */
export const removePortScript = (table: string, portShortId: string): string => {
  const { from, out, to } = chainsOf(portShortId)
  return [
    `delete element bridge ${table} from_port { "${tapOf(portShortId)}" }`,
    `delete element bridge ${table} to_port { "${tapOf(portShortId)}" }`,
    ...[from, out, to].flatMap((chain) => [
      `flush chain bridge ${table} ${chain}`,
      `delete chain bridge ${table} ${chain}`,
    ]),
    '',
  ].join('\n')
}

/** The chains of the table whose names begin like this, parsed from `nft -j list chains`. */
export const chainsIn = (listing: string, table: string, beginning: string): string[] => {
  const { nftables } = JSON.parse(listing) as {
    nftables: { chain?: { family: string; table: string; name: string } }[]
  }
  return nftables.flatMap(({ chain }) =>
    chain?.family === 'bridge' && chain.table === table && chain.name.startsWith(beginning)
      ? [chain.name]
      : [],
  )
}

/** The ports that have a filter, parsed from `nft -j list chains`. */
export const filteredPorts = (listing: string, table: string): string[] =>
  chainsIn(listing, table, 'from_').map((name) => name.slice('from_'.length))
