import type { WiredPort } from '@nimbo/network/driver/network-agent-driver'
import { bridgePrefix } from './device-names.ts'

/*
 * Addresses that stand for a neighbour of whoever asks for them: of the frames a port sends, those to such an address are
 * turned to the neighbour before the bridge looks where they go, and those that come back are given the address again. A bridge cannot
 * have the kernel translate addresses, which would need a route; so the headers are written here, and connection tracking is
 * asked nothing but what comes back.
 */

/** Tells which of a port's local addresses a packet, and then its connection, was sent to: from 1. */
const numberBits = '0x3f'
const most = 0x3f

type LocalIp = NonNullable<WiredPort['localIps']>[number]

const numbered = ({ localIps = [] }: WiredPort): readonly (readonly [LocalIp, number])[] =>
  localIps.slice(0, most).map((each, index) => [each, index + 1] as const)

/** The frame of it: where frames of ports that have such neighbours arrive, and what keeps their connections apart. */
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
 * What a port sends is turned to its neighbours. Who asks by ARP whose the address is asks the neighbour in truth, and as somebody
 * without an address: the answer to that is told from all other answers.
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

/** What is done first to all that comes to a port. */
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

/** Has a port's frames turned to its neighbours, and no others than these. */
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

/** Lets a port's frames go where they are sent; some of them must be turned elsewhere. */
export const removeArrivalScript = ({ table, portShortId, device }: Place): string => {
  const chain = chainOf(portShortId)
  return [
    `delete element bridge ${table} before_port { "${device}" }`,
    `flush chain bridge ${table} ${chain}`,
    `delete chain bridge ${table} ${chain}`,
    '',
  ].join('\n')
}

/** The ports of which frames are turned elsewhere, read from `nft -j list chains`. */
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
