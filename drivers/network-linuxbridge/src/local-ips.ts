import type { WiredPort } from '@nimbo/network/driver/network-agent-driver'
import { bridgePrefix } from './device-names.ts'

/*
 * Local IPs: an address that stands for a target port nearby. Frames that a port sends to a local IP are redirected to
 * the target before the bridge looks up their destination, and replies get the local IP back as source. Bridged packets
 * cannot use the kernel's NAT, which would need a route; so these rules rewrite the headers, and conntrack only tells
 * which packets are replies.
 */

/** Bits of the mark that hold which of its port's local IPs a packet or connection was sent to, counted from 1. */
const numberBits = '0x3f'
const most = 0x3f

type LocalIp = NonNullable<WiredPort['localIps']>[number]

const numbered = ({ localIps = [] }: WiredPort): readonly (readonly [LocalIp, number])[] =>
  localIps.slice(0, most).map((each, index) => [each, index + 1] as const)

/**
 * The base rules: a hook for frames that arrive from ports with local IPs, and conntrack marks that keep their
 * connections apart.
 */
export const localIpsScript = (table: string, isOwn: (mark: string) => string): string => `
add map bridge ${table} before_port { type ifname : verdict; }
add chain bridge ${table} arrive { type filter hook prerouting priority -300; policy accept; }
flush chain bridge ${table} arrive
add rule bridge ${table} arrive iifname vmap @before_port
add chain inet ${table} local_ips { type filter hook forward priority -11; policy accept; }
flush chain inet ${table} local_ips
add rule inet ${table} local_ips iifname "${bridgePrefix}*" ${isOwn('meta mark')} meta mark and ${numberBits} != 0x0 ct state new ct mark set meta mark
add rule inet ${table} local_ips iifname "${bridgePrefix}*" ct direction reply ${isOwn('ct mark')} ct mark and ${numberBits} != 0x0 meta mark set ct mark
`

/**
 * Redirects what a port sends to a local IP. An ARP request for it is turned into one for the real address of the
 * target, with 0.0.0.0 as sender, so that the reply can be told from other replies.
 */
const arriving = (port: WiredPort): string[] =>
  numbered(port).flatMap(([{ address, fixedAddress, fixedMac, translated }, number]) => {
    const translation = translated ? ` ip daddr set ${fixedAddress} meta mark set meta mark or ${number}` : ''
    return [
      `ether type arp arp operation request arp daddr ip ${address} ether daddr set ${fixedMac} ` +
        `arp daddr ip set ${fixedAddress} arp saddr ip set 0.0.0.0`,
      `ether type ip ip daddr ${address} ether daddr set ${fixedMac}${translation}`,
    ]
  })

/** The first rules for packets to a port: put the local IP back into replies. */
export const returning = (port: WiredPort): string[] => {
  const own = port.addresses.find((address) => !address.includes(':'))
  return numbered(port).flatMap(([{ address, fixedAddress, translated }, number]) => [
    ...(own === undefined
      ? []
      : [
          `ether type arp arp operation reply arp saddr ip ${fixedAddress} arp daddr ip 0.0.0.0 ` +
            `arp saddr ip set ${address} arp daddr ip set ${own}`,
        ]),
    ...(translated
      ? [
          `ether type ip meta mark and ${numberBits} == ${number} ip saddr ${fixedAddress} ip saddr set ${address}`,
        ]
      : []),
  ])
}

const prefix = 'before_'
const chainOf = (portShortId: string): string => `${prefix}${portShortId}`

interface Place {
  readonly table: string
  readonly portShortId: string
  readonly device: string
}

/** Installs the redirection of a port's frames, replacing an earlier one. */
export const arrivalScript = ({ table, portShortId, device }: Place, port: WiredPort): string => {
  const chain = chainOf(portShortId)
  return [
    `add chain bridge ${table} ${chain}`,
    `flush chain bridge ${table} ${chain}`,
    ...arriving(port).map((rule) => `add rule bridge ${table} ${chain} ${rule}`),
    `add element bridge ${table} before_port { "${device}" : goto ${chain} }`,
    '',
  ].join('\n')
}

/** Removes the redirection of a port's frames, which must exist. */
export const removeArrivalScript = ({ table, portShortId, device }: Place): string => {
  const chain = chainOf(portShortId)
  return [
    `delete element bridge ${table} before_port { "${device}" }`,
    `flush chain bridge ${table} ${chain}`,
    `delete chain bridge ${table} ${chain}`,
    '',
  ].join('\n')
}

/** The ports with a redirection, parsed from `nft -j list chains`. */
export const turnedPorts = (listing: string, table: string): string[] => {
  const { nftables } = JSON.parse(listing) as {
    nftables: { chain?: { family: string; table: string; name: string } }[]
  }
  return nftables.flatMap(({ chain }) =>
    chain?.family === 'bridge' && chain.table === table && chain.name.startsWith(prefix)
      ? [chain.name.slice(prefix.length)]
      : [],
  )
}
