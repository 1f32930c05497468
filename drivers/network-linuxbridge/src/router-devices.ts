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

/** A device as it should be inside a router's namespace. */
export interface WantedDevice {
  readonly name: string
  /** The other end of the veth pair, which the L2 agent attaches to the network's bridge. */
  readonly outside: string
  readonly mac: string
  readonly mtu: number
  readonly addresses: readonly string[]
}

/** A device as `ip -j address` describes it. */
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

/** Parses the output of `ip -j address`. */
export const devicesIn = (listing: string): readonly FoundDevice[] =>
  (JSON.parse(listing.trim() === '' ? '[]' : listing) as readonly FoundDevice[]).filter(({ ifname }) =>
    prefixes.some((prefix) => ifname.startsWith(prefix)),
  )

/** The router's devices, one per port. Floating IPs are assigned to the gateway device they belong to. */
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

/** The device for VRRP advertisements; unlike the others it is up on every host of the router. */
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

/** Whether keepalived manages the address: it adds it on the master and removes it elsewhere. */
const isHeld = (name: string, address: string): boolean =>
  name.startsWith(electionPrefix) && address.startsWith('169.254.0.')

const addressesOf = (found: FoundDevice | undefined): string[] =>
  (found?.addr_info ?? [])
    .filter(({ scope, local }) => scope !== 'link' || local.includes('.'))
    .filter(({ local }) => !isHeld(found?.ifname ?? '', local))
    .map(({ local, prefixlen }) => `${local}/${prefixlen}`)

/** Whether the device is up. */
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
    // `nodad`: otherwise the kernel runs duplicate address detection for a second and does not use the address until
    // then.
    ...added.map((address) => `address add ${address} dev ${name}${address.includes(':') ? ' nodad' : ''}`),
    // With `arp_notify`, setting a device's MAC again makes it announce all its addresses.
    ...(added.length > 0 ? [`link set dev ${name} address ${mac}`] : []),
  ]
}

/** `ip -batch` lines that change the existing devices into the wanted ones. */
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
