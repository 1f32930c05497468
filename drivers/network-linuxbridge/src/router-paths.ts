import type { RunRouter } from '@nimbo/network/driver/runs-routers'
import { gatewayDevice } from './device-names.ts'

/** The routing protocol number that marks our routes as ours; the value has no other meaning. */
export const ownProtocol = 77

interface Path {
  readonly destination: string
  readonly via: string
  /** Set for the default route only, whose gateway need not be on a subnet of the router. */
  readonly device?: string
}

interface FoundPath {
  readonly dst: string
  readonly gateway?: string
  readonly dev?: string
}

const isIpv6 = (address: string): boolean => address.includes(':')

/** The router's wanted routes: the default route by its first gateway, and its extra routes. */
const wantedPaths = ({ gateways: [first], routes }: RunRouter, version: 4 | 6): Path[] => {
  const ofVersion = (address: string): boolean => isIpv6(address) === (version === 6)
  const out = (first?.nexthops ?? []).filter(ofVersion)
  return [
    ...(first
      ? out.map((via) => ({ destination: 'default', via, device: gatewayDevice(first.port.id) }))
      : []),
    ...routes
      .filter(({ nexthop }) => ofVersion(nexthop))
      .map(({ destination, nexthop }) => ({ destination: shortened(destination), via: nexthop })),
  ]
}

/** A destination as `ip` prints it: `default`, or a host address without a prefix length. */
const shortened = (destination: string): string => {
  if (destination === '0.0.0.0/0' || destination === '::/0') return 'default'
  return destination.replace(isIpv6(destination) ? /\/128$/ : /\/32$/, '')
}

const keyOf = ({ destination, via }: Path): string => `${destination} via ${via}`

/** `ip -batch` lines for one IP version, given the output of `ip -j route show proto 77`. */
export const pathChanges = (router: RunRouter, version: 4 | 6, listing: string): string[] => {
  const found = JSON.parse(listing.trim() === '' ? '[]' : listing) as readonly FoundPath[]
  const wanted = wantedPaths(router, version)
  const known = new Set(found.map(({ dst, gateway = '' }) => keyOf({ destination: dst, via: gateway })))
  const kept = new Set(wanted.map(keyOf))
  return [
    ...[...known].filter((key) => !kept.has(key)).map((key) => `route delete ${key} proto ${ownProtocol}`),
    ...wanted
      .filter((path) => !known.has(keyOf(path)))
      .map(
        (path) =>
          `route append ${keyOf(path)}${path.device === undefined ? '' : ` dev ${path.device} onlink`} proto ${ownProtocol}`,
      ),
  ]
}
