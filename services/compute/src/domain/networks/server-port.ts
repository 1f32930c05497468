import type { Network, Port, Subnet } from '@nimbo/clients/network'

/** A port of a server on this host, with what is needed to plug it and to describe it. */
export interface ServerPort {
  readonly port: Port
  readonly network: Network
  /** The user made it, so it outlives the server. */
  readonly preexisting: boolean
  readonly tag?: string
  /** The addresses outside that stand for its own, by these; none where it is not known of any. */
  readonly floatingIps?: ReadonlyMap<string, readonly string[]>
}

/** A port, with the subnets of its addresses: what a guest is told of it. */
export interface AddressedPort extends ServerPort {
  readonly subnets: readonly Subnet[]
}
