import type { Network, Port, Subnet } from '@nimbo/clients/network'

/** The fields of a port's network that are needed. */
export const fieldsOfNetwork = ['id', 'name', 'mtu'] as const satisfies readonly (keyof Network)[]

/** A port of a server on this host, with what is needed to plug and describe it. */
export interface ServerPort {
  readonly port: Port
  readonly network: Pick<Network, (typeof fieldsOfNetwork)[number]>
  /** Whether the user created the port, so that it outlives the server. */
  readonly preexisting: boolean
  readonly tag?: string
  /** Floating IPs by fixed IP; absent when unknown. */
  readonly floatingIps?: ReadonlyMap<string, readonly string[]>
}

/** A port with the subnets of its addresses, for the guest's network data. */
export interface AddressedPort extends ServerPort {
  readonly subnets: readonly Subnet[]
}
