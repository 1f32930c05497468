import type { Server } from 'node:net'
import type { RunsRouters } from './runs-routers.ts'
import type { DhcpNetwork, NetworkSegment, WiredPort } from '@nimbo/contracts/network/agent-rpc'

export type {
  PortQos,
  Rate,
  DhcpHost,
  DhcpNetwork,
  DhcpSubnet,
  FilterRule,
  NetworkSegment,
  WiredPort,
} from '@nimbo/contracts/network/agent-rpc'

/** Makes the wires of networks on a host. */
export interface MakesNetworks {
  /** Makes the network's bridge and its link to other hosts. Doing it twice is the same as once. */
  ensureNetwork(segment: NetworkSegment): Promise<void>
  /** Ids (their first 11 characters) of the networks that have a bridge here. */
  networks(): Promise<readonly string[]>
  /** Removes a network's bridge, named by the same characters; nothing there is a success. */
  removeNetwork(shortId: string): Promise<void>
}

/** Whom rules that name a group let in, by IP version. */
export interface LetIn {
  readonly groupId: string
  readonly prefixes: Readonly<Record<4 | 6, readonly string[]>>
}

/** Joins ports to their networks and filters what they send and receive. */
export interface WiresPorts {
  /**
   * Puts the devices of ports on the bridges of their networks, with their filters in front; again, with the filters as they are
   * now. Gives the ids of those whose device is there: of the others the filter already stands, and the device may join the
   * bridge by itself. Throws when one could not be wired, the others may be then or not.
   */
  wirePorts(ports: readonly WiredPort[]): Promise<ReadonlySet<string>>
  /** Rules of wired ports that name these groups let these addresses in from now on, and no others. */
  letIn(groups: readonly LetIn[]): Promise<void>
  /** Takes the port's filter and link away; nothing there is a success. Named by the first 11 characters of its id. */
  unwirePort(shortId: string): Promise<void>
  /** Ports that are wired here, named the same way. */
  ports(): Promise<readonly string[]>
  /** Calls `appeared` with the name of each device that comes up, until the returned function is called. */
  watchDevices(appeared: (device: string) => void): () => Promise<void>
}

/** Answers DHCP on the networks of a host. */
export interface ServesDhcp {
  /** Serves exactly this from now on. */
  ensureDhcp(network: DhcpNetwork): Promise<void>
  /** Nothing there is a success. */
  removeDhcp(networkId: string): Promise<void>
  /** Ids of the networks that are served here. */
  served(): Promise<readonly string[]>
  /**
   * Sockets that listen where guests of a network that is served ask for metadata, `169.254.169.254` and `fe80::a9fe:a9fe`, port
   * 80. Who called closes them.
   */
  openMetadata(network: DhcpNetwork): Promise<readonly Server[]>
}

/** One host's network, as its agent works on it. */
export interface HostNetwork {
  readonly wires: MakesNetworks
  readonly ports: WiresPorts
  readonly dhcp: ServesDhcp
  /** Ends what it began of its own; what guests need goes on. */
  close(): Promise<void>
}

/** How agents of one kind reach their hosts. */
export interface NetworkAgentDriver {
  /** `Linux bridge agent` */
  readonly agentType: string
  /** `neutron-linuxbridge-agent` */
  readonly binary: string
  /**
   * The `binding:vif_type` of its ports: `bridge` when hypervisors plug into a Linux bridge, `user` when they carry a guest's
   * traffic themselves.
   */
  readonly vifType: 'bridge' | 'user' | 'other'
  readonly configurations: Readonly<Record<string, unknown>>
  open(host: string): Promise<HostNetwork>
  /** Where routers run on a host; drivers that have no routers leave it out, and no agent for them reports. */
  openRouters?(host: string): Promise<RunsRouters>
}
