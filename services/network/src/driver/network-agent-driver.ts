import type { Server } from 'node:net'
import type { DhcpNetwork, GroupRules, NetworkSegment, WiredPort } from '@nimbo/contracts/network/agent-rpc'
import type { RunsRouters } from './runs-routers.ts'
import type { NetworkCards, SetsFunctions } from './sets-functions.ts'

export type {
  DhcpHost,
  DhcpNetwork,
  DhcpSubnet,
  FilterRule,
  GroupRules,
  NetworkSegment,
  PortQos,
  Bandwidth,
  Rate,
  WiredPort,
} from '@nimbo/contracts/network/agent-rpc'

/** Makes networks on a host. */
export interface MakesNetworks {
  /** Creates the network's bridge and its connection to other hosts. Idempotent. */
  ensureNetwork(segment: NetworkSegment): Promise<void>
  /** Ids (first 11 characters) of the networks with a bridge on this host. */
  networks(): Promise<readonly string[]>
  /** Removes a network's bridge, given by the first 11 characters of the network's id. Idempotent. */
  removeNetwork(shortId: string): Promise<void>
  /**
   * Has tunnels lead to the hosts with these addresses, and to no others. Drivers without tunnels leave it out.
   */
  setPeers?(addresses: readonly string[]): Promise<void>
}

/** The member addresses of a security group, by IP version. */
export interface LetIn {
  readonly groupId: string
  readonly prefixes: Readonly<Record<4 | 6, readonly string[]>>
}

/** Attaches ports to their networks and filters their traffic. */
export interface WiresPorts {
  /**
   * Attaches the devices of ports to the bridges of their networks and installs their filters; wired ports get their
   * filters updated. Resolves to the ids of ports whose device exists; for the others the filter is installed and the
   * device may appear later. Throws when one could not be wired; the others may or may not be wired then.
   */
  wirePorts(ports: readonly WiredPort[]): Promise<ReadonlySet<string>>
  /** Replaces the member addresses of these groups in the filters of wired ports. */
  letIn(groups: readonly LetIn[]): Promise<void>
  /**
   * Replaces the rules of security groups in the filters of all wired ports that have them. Drivers without it get the
   * ports again instead.
   */
  setRules?(groups: readonly GroupRules[]): Promise<void>
  /** Removes the port's filter and detaches its device, given by the first 11 characters of its id. Idempotent. */
  unwirePort(shortId: string): Promise<void>
  /** The wired ports of this host, by the first 11 characters of their ids. */
  ports(): Promise<readonly string[]>
  /** Calls `appeared` with the name of each device that comes up, until the returned function is called. */
  watchDevices(appeared: (device: string) => void): () => Promise<void>
}

/** Serves DHCP on networks of a host. */
export interface ServesDhcp {
  /** Serves the network exactly as described. Idempotent. */
  ensureDhcp(network: DhcpNetwork): Promise<void>
  /** Ends DHCP on a network. Idempotent. */
  removeDhcp(networkId: string): Promise<void>
  /** Ids of the networks that are served on this host. */
  served(): Promise<readonly string[]>
  /** The addresses that the server of a network has leased to guests. Drivers without leases leave it out. */
  leases?(networkId: string): Promise<readonly string[]>
  /**
   * Sockets for metadata requests of guests on a served network: `169.254.169.254` and `fe80::a9fe:a9fe`, port 80. The
   * caller closes them.
   */
  openMetadata(network: DhcpNetwork): Promise<readonly Server[]>
}

/** The network of one host, as its agent uses it. */
export interface HostNetwork {
  readonly wires: MakesNetworks
  readonly ports: WiresPorts
  readonly dhcp: ServesDhcp
  /** Ends the driver's own watchers and processes; what guests need keeps running. */
  close(): Promise<void>
}

/** How agents of one kind reach their hosts. */
export interface NetworkAgentDriver {
  /** For example `Linux bridge agent`. */
  readonly agentType: string
  /** For example `neutron-linuxbridge-agent`. */
  readonly binary: string
  /**
   * The `binding:vif_type` of its ports: `bridge` when hypervisors attach to a Linux bridge, `user` when they carry a
   * guest's traffic themselves.
   */
  readonly vifType: 'bridge' | 'user' | 'other'
  readonly configurations: Readonly<Record<string, unknown>>
  open(host: string): Promise<HostNetwork>
  /** Access to a host's routers. Drivers without routers leave it out; then no L3 agent reports. */
  openRouters?(host: string): Promise<RunsRouters>
  /** Access to the virtual functions of a host's network cards. Drivers that reach no cards leave it out. */
  openCards?(host: string, cards: NetworkCards): Promise<SetsFunctions>
}
