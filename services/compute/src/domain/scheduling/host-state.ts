import type { HostTopology } from '@nimbo/contracts/compute-rpc/numa'
import type { PciPool } from '../pci/pci-pools.ts'

/** What the scheduler knows of a node. Properties that may change at any time are read again for every decision. */
export interface HostState {
  readonly host: string
  /** Hypervisor host name: the name of the resource provider. */
  readonly node: string
  /** Id of the compute node and of its resource provider. */
  readonly nodeId: string
  readonly cellId: string
  readonly service: {
    readonly up: boolean
    /** No recent heartbeat, but not long enough to count as down. */
    readonly awaited: boolean
    readonly disabled: boolean
    readonly disabledReason: string | null
  }
  readonly availabilityZone: string
  readonly hypervisorType: string
  readonly hypervisorVersion: number
  readonly cpuInfo: Readonly<Record<string, unknown>>
  /** `[arch, hypervisor type, vm mode]` triples the node can run. */
  readonly supportedInstances: readonly (readonly [string, string, string])[]
  /** Merged metadata of the host's aggregates; a key may have several values. */
  readonly aggregateMetadata: Readonly<Record<string, readonly string[]>>
  /** What the hardware has, without allocation ratios and reserves. */
  readonly total: HostResources
  /** What placement has allocated of it. */
  readonly used: HostResources
  /** What is free after allocation ratios, as in placement. */
  readonly free: HostResources
  /** The address that the host reports. */
  readonly hostIp: string
  /** Failed builds since the last successful one. */
  readonly failedBuilds: number
  readonly servers: ServersOfHost
  /** How many of the host's PCI devices are free. */
  readonly pciFree: number
  /** The free PCI devices by kind; read only for servers that request some. */
  readonly pciPools?: readonly PciPool[]
  /** The host's NUMA cells with their usage; read only for servers that request a topology. */
  readonly numaTopology?: HostTopology
  /** What the monitors of the host measured last, by name; read only when needed. */
  readonly metrics?: ReadonlyMap<string, number>
}

/** The servers of a host. Unless a filter or weigher needs more, only their number as reported. */
export interface ServersOfHost {
  readonly count: number
  /** How many of them have a task that causes disk I/O, such as a build, resize or snapshot. */
  readonly busy: number
  /** Image properties of the servers, only read when needed. */
  readonly imageProperties: readonly Readonly<Record<string, string>>[]
}

/** An amount of each of a host's resources. */
export interface HostResources {
  readonly vcpus: number
  readonly memoryMb: number
  readonly diskGb: number
}
