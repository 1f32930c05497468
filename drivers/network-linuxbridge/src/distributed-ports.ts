import type { WiredPort } from '@nimbo/network/driver/network-agent-driver'
import { shortId, tapOf, tapPrefix } from './device-names.ts'
import { linkLocalAddress } from './link-local.ts'

/*
 * Ports of distributed routers: every host has a port with the same IP and MAC address, so other hosts must never see
 * it. Packets that such a port sends leave the host with the host's own DVR MAC as source, and ARP or neighbour
 * requests for it stay on the host.
 */

const [macs, taps, gateways, gateways6] = [
  'distributed_macs',
  'distributed_taps',
  'distributed_gateways',
  'distributed_gateways6',
]

/** The base table: its chain `leave` handles everything that goes out to other hosts. */
export const distributedScript = (table: string): string => `
add map bridge ${table} ${macs} { type ifname : ether_addr; }
add set bridge ${table} ${taps} { type ifname; }
add set bridge ${table} ${gateways} { type ifname . ipv4_addr; }
add set bridge ${table} ${gateways6} { type ifname . ipv6_addr; }
add chain bridge ${table} leave { type filter hook forward priority 20; policy accept; }
flush chain bridge ${table} leave
add rule bridge ${table} leave oifname "${tapPrefix}*" accept
add rule bridge ${table} leave ether type arp arp operation request oifname . arp daddr ip @${gateways} drop
add rule bridge ${table} leave ether type ip6 icmpv6 type 135 oifname . ip6 daddr @${gateways6} drop
add rule bridge ${table} leave iifname @${taps} ether type arp drop
add rule bridge ${table} leave iifname @${taps} icmpv6 type { 133, 134, 135, 136 } drop
add rule bridge ${table} leave ether saddr set iifname map @${macs}
`

/**
 * The solicited-node multicast address of an IPv6 address (RFC 4291, section 2.7.1): it ends in the last three octets
 * of the address.
 */
const solicited = (address: string): string => {
  const [head = '', tail = ''] = address.split('::')
  const words = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const [before, after] = [words(head), words(tail)]
  const all = [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after]
  const [high = '0', low = '0'] = all.slice(-2)
  return `ff02::1:ff${(Number.parseInt(high, 16) & 0xff).toString(16).padStart(2, '0')}:${low}`
}

/** Elements to add for one port, keyed by the nftables set or map that holds them. */
type Elements = ReadonlyMap<string, readonly string[]>

const wantedElements = (port: WiredPort, uplink: string | undefined): Elements => {
  const tap = tapOf(shortId(port.id))
  if (!port.distributed || uplink === undefined) return new Map()
  const [ipv4, ipv6] = [false, true].map((six) => port.addresses.filter((each) => each.includes(':') === six))
  const asked = new Set([...(ipv6 ?? []), linkLocalAddress(port.mac)].map(solicited))
  return new Map([
    [macs, [`"${tap}" : ${port.distributed.hostMac}`]],
    [taps, [`"${tap}"`]],
    [gateways, (ipv4 ?? []).map((address) => `"${uplink}" . ${address} comment "${tap}"`)],
    [gateways6, [...asked].map((address) => `"${uplink}" . ${address} comment "${tap}"`)],
  ])
}

const withoutComment = (element: string): string => element.split(' comment ')[0] ?? ''

/** The key of a map element, or the element itself in a set. */
const keyOf = (element: string): string => withoutComment(element).split(' : ')[0] ?? ''

type Listed =
  | readonly [string, string]
  | string
  | { readonly elem: { readonly val: { readonly concat: readonly string[] }; readonly comment?: string } }

/** The elements found for each port, keyed by tap, parsed from `nft -j list sets` and `nft -j list maps`. */
const foundElements = (listings: readonly string[], table: string): Map<string, Elements> => {
  const found = new Map<string, Map<string, string[]>>()
  const note = (tap: string, holder: string, element: string): void => {
    const own = found.get(tap) ?? new Map<string, string[]>()
    found.set(tap, own.set(holder, [...(own.get(holder) ?? []), element]))
  }
  for (const listing of listings) {
    const { nftables } = JSON.parse(listing) as {
      nftables: Partial<
        Record<'map' | 'set', { name: string; family: string; table: string; elem?: readonly Listed[] }>
      >[]
    }
    for (const { map, set } of nftables) {
      const holder = map ?? set
      if (holder?.family !== 'bridge' || holder.table !== table) continue
      if (![macs, taps, gateways, gateways6].includes(holder.name)) continue
      for (const each of holder.elem ?? []) {
        if (typeof each === 'string') note(each, holder.name, `"${each}"`)
        else if ('elem' in each) {
          const { val, comment = '' } = each.elem
          note(comment, holder.name, `"${val.concat[0]}" . ${val.concat[1]} comment "${comment}"`)
        } else note(each[0], holder.name, `"${each[0]}" : ${each[1]}`)
      }
    }
  }
  return new Map(found)
}

const nothing: Elements = new Map()

const changes = (table: string, before: Elements, wanted: Elements): string =>
  [macs, taps, gateways, gateways6]
    .flatMap((holder = '') => {
      const [was, is] = [before.get(holder) ?? [], wanted.get(holder) ?? []]
      const line = (verb: string, elements: readonly string[]): string[] =>
        elements.length === 0
          ? []
          : [`${verb} element bridge ${table} ${holder} { ${elements.join(', ')} }\n`]
      return [
        ...line('delete', was.filter((each) => !is.includes(each)).map(keyOf)),
        ...line(
          'add',
          is.filter((each) => !was.includes(each)),
        ),
      ]
    })
    .join('')

/**
 * Keeps track of the elements of distributed ports. `list` returns the output of `nft -j list sets` and `nft -j list
 * maps`.
 */
export const distributedPorts = async (table: string, list: () => Promise<readonly string[]>) => {
  const known = foundElements(await list(), table)
  return {
    /** The lines for `nft -f` that bring a port up to date; empty when nothing changes. */
    changes: (port: WiredPort, uplink: string | undefined): string =>
      changes(table, known.get(tapOf(shortId(port.id))) ?? nothing, wantedElements(port, uplink)),
    /** To be called once `nft` has applied the changes. */
    done: (port: WiredPort, uplink: string | undefined): void => {
      const elements = wantedElements(port, uplink)
      if (elements.size === 0) known.delete(tapOf(shortId(port.id)))
      else known.set(tapOf(shortId(port.id)), elements)
    },
    removal: (portShortId: string): string =>
      changes(table, known.get(tapOf(portShortId)) ?? nothing, nothing),
    removed: (portShortId: string): void => void known.delete(tapOf(portShortId)),
  }
}
