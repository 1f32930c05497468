import type { RunRouter } from '@nimbo/network/driver/runs-routers'
import {
  electionDevice,
  electionPrefix,
  gatewayDevice,
  gatewayPrefix,
  interfaceDevice,
  interfacePrefix,
  shortId,
  tapOf,
} from './device-names.ts'

/** One end of a wire as it is to be inside a router's namespace. */
export interface WantedDevice {
  readonly name: string
  /** Its other end, which the agent of ports puts on the network's bridge. */
  readonly outside: string
  readonly mac: string
  readonly mtu: number
  readonly addresses: readonly string[]
}

/** A device as `ip -j address` tells of it. */
interface FoundDevice {
  readonly ifname: string
  readonly address?: string
  readonly mtu: number
  readonly flags: readonly string[]
  readonly addr_info: readonly {
    readonly local: string
    readonly prefixlen: number
    readonly scope: string
  }[]
}

const prefixes = [interfacePrefix, gatewayPrefix, electionPrefix]

/** What `ip -j address` prints. */
export const devicesIn = (listing: string): readonly FoundDevice[] =>
  (JSON.parse(listing.trim() === '' ? '[]' : listing) as readonly FoundDevice[]).filter(({ ifname }) =>
    prefixes.some((prefix) => ifname.startsWith(prefix)),
  )

/** A router's ends of its wires; floating addresses are held by the gateway that leads to them. */
export const wantedDevices = ({
  interfaces,
  gateways,
  floatingIps,
  forwardings,
}: RunRouter): WantedDevice[] => [
  ...interfaces.map(({ id, mac, mtu, addresses }) => ({
    name: interfaceDevice(id),
    outside: tapOf(shortId(id)),
    ...{ mac, mtu, addresses },
  })),
  ...gateways.map(({ port: { id, mac, mtu, addresses } }) => {
    const held = [...floatingIps, ...forwardings].filter(({ gatewayPortId }) => gatewayPortId === id)
    return {
      name: gatewayDevice(id),
      outside: tapOf(shortId(id)),
      ...{ mac, mtu },
      addresses: [...new Set([...addresses, ...held.map(({ address }) => `${address}/32`)])],
    }
  }),
]

/** By which a router's hosts hear of each other: it is there wherever packets go. */
export const electionDevices = ({ election }: RunRouter): WantedDevice[] =>
  election
    ? [
        {
          name: electionDevice(election.port.id),
          outside: tapOf(shortId(election.port.id)),
          ...{ mac: election.port.mac, mtu: election.port.mtu, addresses: election.port.addresses },
        },
      ]
    : []

/** What keepalived gives the device of whoever is elected, and takes again. */
const isHeld = (name: string, address: string): boolean =>
  name.startsWith(electionPrefix) && address.startsWith('169.254.0.')

const addressesOf = (found: FoundDevice | undefined): string[] =>
  (found?.addr_info ?? [])
    .filter(({ scope, local }) => scope !== 'link' || local.includes('.'))
    .filter(({ local }) => !isHeld(found?.ifname ?? '', local))
    .map(({ local, prefixlen }) => `${local}/${prefixlen}`)

/** Whether a device takes part in anything. */
export const isOn = ({ flags }: FoundDevice): boolean => flags.includes('UP')

const changesOf = (wanted: WantedDevice, found: FoundDevice | undefined): string[] => {
  const { name, mac, mtu } = wanted
  const present = addressesOf(found)
  const added = wanted.addresses.filter((address) => !present.includes(address))
  const isAsWanted = found?.address === mac && found.mtu === mtu && isOn(found)
  return [
    ...(isAsWanted ? [] : [`link set dev ${name} address ${mac} mtu ${mtu} up`]),
    ...present
      .filter((address) => !wanted.addresses.includes(address))
      .map((address) => `address delete ${address} dev ${name}`),
    // Unless told otherwise the kernel tries a new IPv6 address on its neighbours for a second, and does not use it till then.
    ...added.map((address) => `address add ${address} dev ${name}${address.includes(':') ? ' nodad' : ''}`),
    // With `arp_notify` an interface that is given its own MAC tells its neighbours where all its addresses are now.
    ...(added.length > 0 ? [`link set dev ${name} address ${mac}`] : []),
  ]
}

/** What `ip -batch` is to be told, for devices that are there, so that they become what is wanted. */
export const deviceChanges = (wanted: readonly WantedDevice[], found: readonly FoundDevice[]): string[] => [
  ...found
    .filter(({ ifname }) => !wanted.some(({ name }) => name === ifname))
    .map(({ ifname }) => `link delete dev ${ifname}`),
  ...wanted.flatMap((each) =>
    changesOf(
      each,
      found.find(({ ifname }) => ifname === each.name),
    ),
  ),
]
