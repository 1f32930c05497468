import { createHash } from 'node:crypto'

/** Linux allows 15 characters for a device name: a prefix of four and eleven of the resource's id. */
const idLength = 11

export const shortId = (id: string): string => id.slice(0, idLength)

export const bridgePrefix = 'brq'
export const tapPrefix = 'tap'

/** The `ifb` device on which a guest's outgoing packets queue while they wait for their rate limit. */
export const shapingDevice = (portShortId: string): string => `qos${portShortId}`

export const bridgeOf = (networkShortId: string): string => `${bridgePrefix}${networkShortId}`
export const tapOf = (portShortId: string): string => `${tapPrefix}${portShortId}`

/** The two ends of the veth pair that leads into a network's DHCP namespace. */
export const dhcpOutside = (portId: string): string => `dhcp${shortId(portId)}`
export const dhcpInside = (portId: string): string => `ns-${shortId(portId)}`

export const dhcpNamespace = (networkId: string): string => `qdhcp-${networkId}`

/** Prefixes of a router's devices inside its namespace: `qr-` leads to a tenant network, `qg-` to an external one. */
export const interfacePrefix = 'qr-'
export const gatewayPrefix = 'qg-'
export const interfaceDevice = (portId: string): string => `${interfacePrefix}${shortId(portId)}`
export const gatewayDevice = (portId: string): string => `${gatewayPrefix}${shortId(portId)}`

/** The `ifb` device inside a router's namespace on which packets to limited addresses of a gateway queue. */
export const limitingPrefix = 'lim'
export const limitingDevice = (gatewayPortId: string): string => `${limitingPrefix}${shortId(gatewayPortId)}`

/** The device by which the hosts of an HA router exchange VRRP advertisements. */
export const electionPrefix = 'ha-'
export const electionDevice = (portId: string): string => `${electionPrefix}${shortId(portId)}`

/**
 * Distributed routers: each host has one namespace per external network that holds the floating IPs of this host, and a
 * veth pair from there to each router.
 */
export const floatingNamespace = (networkId: string): string => `fip-${networkId}`
export const floatingPrefix = 'fg-'
export const floatingDevice = (portId: string): string => `${floatingPrefix}${shortId(portId)}`
export const towardsOutsidePrefix = 'rfp-'
export const towardsOutside = (portId: string): string => `${towardsOutsidePrefix}${shortId(portId)}`
export const towardsRouterPrefix = 'fpr-'
export const towardsRouter = (routerId: string): string => `${towardsRouterPrefix}${shortId(routerId)}`
/** The namespace of a distributed router that does SNAT for ports without a floating IP; it exists on one host. */
export const centreNamespace = (routerId: string): string => `snat-${routerId}`

export const routerNamespace = (routerId: string): string => `qrouter-${routerId}`

const nameLength = 15
const hashLength = 6

/**
 * The tagged device of a VLAN network on a device of the host. Long names of devices are cut and end in a hash of the whole, as in
 * Neutron.
 */
export const vlanDevice = (physical: string, vlan: number): string => {
  const ending = `.${vlan}`
  if (physical.length + ending.length <= nameLength) return `${physical}${ending}`
  const hash = createHash('sha1').update(physical).digest('hex').slice(0, hashLength)
  return `${physical.slice(0, nameLength - ending.length - hashLength)}${hash}${ending}`
}

export const vxlanPrefix = 'vxlan-'
export const vxlanDevice = (vni: number): string => `${vxlanPrefix}${vni}`
