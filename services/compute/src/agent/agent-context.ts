import type { ImageClient } from '@nimbo/clients/image'
import type { ImageMaker } from '@nimbo/clients/image-maker'
import type { NetworkClient } from '@nimbo/clients/network'
import type { PlacementClient } from '@nimbo/clients/placement'
import type { Connector, VolumeClient } from '@nimbo/clients/volume'
import type { hostConductorRpc } from '@nimbo/contracts/compute-rpc/host-conductor'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { Slots } from '@nimbo/kernel/slots'
import type { RpcCallers } from '@nimbo/rpc/define-rpc'
import type { Tracer } from '@nimbo/trace/tracer'
import type { Hypervisor } from '../driver/hypervisor.ts'
import type { VendorData } from '../resources/vendor-data.ts'
import type { AgentOptions } from './agent-options.ts'
import type { ResourceTracker } from './host/resource-tracker.ts'
import type { ImageCache } from './images/image-cache.ts'
import type { InSnapshotFormat } from './images/snapshot-format.ts'
import type { PortEvents } from './networks/port-events.ts'
import type { HostDevices } from './pci/host-devices.ts'
import type { HostProviders } from './pci/host-providers.ts'
import type { TellsDevices } from './pci/tell-devices.ts'
import type { PluggedDevices } from './plugged-devices.ts'
import type { ServerDirectories } from './server-directory.ts'
import type { ServerTurns } from './server-turns.ts'
import type { SoftReboots } from './operations/soft-reboots.ts'

export type Conductor = RpcCallers<typeof hostConductorRpc.methods>

/** The agent's identity and its hypervisor. */
export interface AgentSelf {
  readonly host: string
  readonly hypervisor: Hypervisor
  readonly connector: Connector
  readonly options: AgentOptions
  /** `[api] dhcp_domain`. */
  readonly domain: string
  readonly vendorData: VendorData
  /** `[api] config_drive_skip_versions`. */
  readonly skippedVersions: readonly string[]
  /** Whether root disks are overlays on cached images; otherwise whole copies. */
  readonly overlaysImages: boolean
  /** `[cinder] cross_az_attach`. */
  readonly crossZones: boolean
  readonly clock: Clock
  readonly log: Log
  readonly tracer: Tracer
}

/** The services that the agent calls. */
export interface AgentPeers {
  readonly conductor: Conductor
  readonly image: ImageClient
  readonly imageMaker: ImageMaker
  readonly network: NetworkClient
  readonly volume: VolumeClient
  readonly placement: PlacementClient
}

/** What the agent keeps in memory and on the host's disk. */
export interface AgentStore {
  readonly tracker: ResourceTracker
  readonly devices: HostDevices
  readonly tellDevices: TellsDevices
  readonly hostProviders: HostProviders
  readonly events: PortEvents
  readonly images: ImageCache
  readonly directories: ServerDirectories
  readonly plugged: PluggedDevices
  readonly turns: ServerTurns
  readonly softReboots: SoftReboots
  /** Limits how many root disks are copied and uploaded at once. */
  readonly snapshotTurns: Slots
  readonly inSnapshotFormat: InSnapshotFormat
}
