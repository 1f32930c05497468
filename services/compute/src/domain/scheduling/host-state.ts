/** What the scheduler knows of one node when it decides; read afresh for every decision. */
export interface HostState {
  readonly host: string
  /** Hypervisor host name: the name of the resource provider. */
  readonly node: string
  /** Id of the compute node and of its resource provider. */
  readonly nodeId: string
  readonly cellId: string
  readonly service: {
    readonly up: boolean
    /** It has been silent, but not for so long since who judges was there to hear that it must be down. */
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
  /** Metadata of every aggregate the host is in, merged: a key may have several values. */
  readonly aggregateMetadata: Readonly<Record<string, readonly string[]>>
  readonly free: FreeResources
  /** Its address, as the host told it. */
  readonly hostIp: string
  /** How many builds failed there since one succeeded. */
  readonly failedBuilds: number
  readonly servers: ServersOfHost
}

/** What is known of a host's servers. Where nobody judges by them: how many it reported, and no more. */
export interface ServersOfHost {
  readonly count: number
  /** Those that are being built, resized, snapshot and the like, which keeps disks busy. */
  readonly busy: number
  /** Of the images that each was made of; only where they are judged by. */
  readonly imageProperties: readonly Readonly<Record<string, string>>[]
}

/** Room left after overcommit, as placement counts it. */
export interface FreeResources {
  readonly vcpus: number
  readonly memoryMb: number
  readonly diskGb: number
}
