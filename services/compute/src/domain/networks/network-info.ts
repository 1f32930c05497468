/** A fixed IP of an interface with its floating IPs. */
export interface InterfaceAddress {
  readonly address: string
  readonly version: 4 | 6
  readonly floatingIps: readonly string[]
}

/** An interface of a server as its host last saw the port; source of `addresses`. */
export interface ServerInterface {
  readonly portId: string
  readonly networkId: string
  /** The network's name: the key in `addresses`. */
  readonly networkName: string
  readonly macAddress: string
  readonly addresses: readonly InterfaceAddress[]
  readonly securityGroupIds: readonly string[]
  /** Whether the user created the port, so that it outlives the server. */
  readonly preexisting: boolean
  readonly tag?: string
  /** Whether the host has yet to bind the port; absent once it has. */
  readonly attaching?: boolean
}
