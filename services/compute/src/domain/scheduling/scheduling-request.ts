import type { GuestTopology } from '@nimbo/contracts/compute-rpc/numa'
import type { NearNetworks } from '../networks/near-networks.ts'
import type { PciRequest } from '../pci/pci-requests.ts'
import type { GroupHosts, SeenMember } from '../server-groups/server-group-rules.ts'
import type { RequestSpec } from '../servers/request-spec.ts'

/** The input of one scheduling decision: the request and the current state around it. */
export interface SchedulingRequest {
  readonly spec: RequestSpec
  /** The root disk is a volume, so it uses no disk of the host. */
  readonly bootsFromVolume: boolean
  /** Hosts on which this server's build failed already. */
  readonly ignoreHosts: readonly string[]
  /** The number of group members per host. */
  readonly groupHosts: GroupHosts
  /** The group's members as the cells know them. */
  readonly groupMembers: ReadonlyMap<string, SeenMember>
  /** The hosts of servers named by the hints `same_host` and `different_host`, by server id. */
  readonly hostsOfHinted: ReadonlyMap<string, string>
  /** The current cell of a server that moves. */
  readonly fromCell?: string
  /** The PCI devices that the server's ports need; absent without any. */
  readonly pciOfPorts?: readonly PciRequest[]
  /** The networks that its NUMA cells should be near; absent without a topology. */
  readonly nearNetworks?: NearNetworks
  /** The NUMA topology that the server requests; undefined for most servers. */
  readonly numaTopology?: GuestTopology
}
