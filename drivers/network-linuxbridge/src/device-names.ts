/** Device names hold 15 characters: a prefix of four and eleven of an id, by which things are found again. */
const idLength = 11

export const shortId = (id: string): string => id.slice(0, idLength)

export const bridgePrefix = 'brq'
export const tapPrefix = 'tap'

/** Where what a guest sends waits until it may go on. */
export const shapingDevice = (portShortId: string): string => `qos${portShortId}`

export const bridgeOf = (networkShortId: string): string => `${bridgePrefix}${networkShortId}`
export const tapOf = (portShortId: string): string => `${tapPrefix}${portShortId}`

/** The two ends of the pair that leads into a network's DHCP namespace. */
export const dhcpOutside = (portId: string): string => `dhcp${shortId(portId)}`
export const dhcpInside = (portId: string): string => `ns-${shortId(portId)}`

export const dhcpNamespace = (networkId: string): string => `qdhcp-${networkId}`

/** Inside a router's namespace: its ends of the wires to networks inside, and to those outside. */
export const interfacePrefix = 'qr-'
export const gatewayPrefix = 'qg-'
export const interfaceDevice = (portId: string): string => `${interfacePrefix}${shortId(portId)}`
export const gatewayDevice = (portId: string): string => `${gatewayPrefix}${shortId(portId)}`

/** Its end of the wire to other hosts that run it too. */
export const electionPrefix = 'ha-'
export const electionDevice = (portId: string): string => `${electionPrefix}${shortId(portId)}`

/**
 * Of a router that is on many hosts: where its floating addresses are held on one, in a namespace of its own for each network outside,
 * and the wire between that and the router.
 */
export const floatingNamespace = (networkId: string): string => `fip-${networkId}`
export const floatingPrefix = 'fg-'
export const floatingDevice = (portId: string): string => `${floatingPrefix}${shortId(portId)}`
export const towardsOutsidePrefix = 'rfp-'
export const towardsOutside = (portId: string): string => `${towardsOutsidePrefix}${shortId(portId)}`
export const towardsRouterPrefix = 'fpr-'
export const towardsRouter = (routerId: string): string => `${towardsRouterPrefix}${shortId(routerId)}`
/** Where those leave who have no floating address. */
export const centreNamespace = (routerId: string): string => `snat-${routerId}`

export const routerNamespace = (routerId: string): string => `qrouter-${routerId}`

export const vxlanDevice = (vni: number): string => `vxlan-${vni}`
