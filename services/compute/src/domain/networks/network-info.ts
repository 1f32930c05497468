/** One address of an interface, with the floating ones that lead to it. */
export interface InterfaceAddress {
  readonly address: string
  readonly version: 4 | 6
  readonly floatingIps: readonly string[]
}

/** One interface of a server, as the host or an event last saw its port: what `addresses` is made of. */
export interface ServerInterface {
  readonly portId: string
  readonly networkId: string
  /** The network's name: the key in `addresses`. */
  readonly networkName: string
  readonly macAddress: string
  readonly addresses: readonly InterfaceAddress[]
  readonly securityGroupIds: readonly string[]
  /** The user made the port, so it outlives the server. */
  readonly preexisting: boolean
  readonly tag?: string
}
