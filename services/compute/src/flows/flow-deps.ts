import type { ImageMaker } from '@nimbo/clients/image-maker'
import type { KeyManagerClient } from '@nimbo/clients/key-manager'
import type { NetworkClient } from '@nimbo/clients/network'
import type { PlacementClient } from '@nimbo/clients/placement'
import type { PortBindingClient } from '@nimbo/clients/port-bindings'
import type { VolumeClient } from '@nimbo/clients/volume'
import type { VolumeSources } from '@nimbo/clients/volume-sources'
import type { agentRpc } from '@nimbo/contracts/compute-rpc/agent'
import type { schedulerRpc } from '@nimbo/contracts/compute-rpc/scheduler'
import type { Clock } from '@nimbo/kernel/clock'
import type { FlowId } from '@nimbo/kernel/ids'
import type { Log } from '@nimbo/kernel/log'
import type { RpcCallers } from '@nimbo/rpc/define-rpc'
import type { Tracer } from '@nimbo/trace/tracer'
import type { Databases } from '../db/cells/databases.ts'
import type { ServerNotices } from '../db/servers/server-notices.ts'

/** What every flow of compute depends on. */
export interface FlowDeps {
  readonly databases: Databases
  readonly clock: Clock
  readonly tracer: Tracer
  readonly log: Log
  /** Sends notifications about servers. */
  readonly notices: ServerNotices
  /** Whether servers are offloaded as soon as they are shelved. */
  readonly offloadsAtOnce?: boolean
  /** `instance_build_timeout`, in seconds; 0 means no limit. */
  readonly longestBuildSeconds?: number
  /** Wakes a flow of a cell at once; otherwise a worker finds it a little later. */
  readonly wakeIn?: (cellId: string, flowId: FlowId) => void
}

/** The cell in whose database a flow is stored. */
export interface InCell {
  readonly cellId: string
}

/** A host and its cell. */
export interface HostInCell {
  readonly cellId: string
  readonly host: string
}

/** Calls the agents of hosts. */
export interface SpeaksToHosts {
  readonly agent: (at: HostInCell) => Promise<RpcCallers<typeof agentRpc.methods>>
  /** Whether the host's compute service is up. */
  readonly hostIsUp: (cellId: string, host: string) => Promise<boolean>
}

export interface SpeaksToScheduler {
  readonly scheduler: RpcCallers<typeof schedulerRpc.methods>
}

/** Clients of services that hold a server's resources, with compute's own account. */
export interface HoldsParts {
  readonly network: NetworkClient
  readonly volume: VolumeClient
  readonly placement: PlacementClient
}

/** Binds servers' ports to further hosts, with compute's own account. */
export interface BindsPorts {
  readonly bindings: PortBindingClient
}

/** Finds and deletes keys stored for servers, with compute's own account. */
export interface KeepsKeys {
  readonly keys: Pick<KeyManagerClient, 'named' | 'remove'>
}

/** Finds and deletes snapshots of volumes, with compute's own account. */
export interface FindsSnapshots {
  readonly volumeSources: Pick<VolumeSources, 'snapshot' | 'snapshotsWith' | 'removeSnapshot'>
}

/** Creates and deletes images, with compute's own account. */
export interface MakesImages {
  readonly imageMaker: ImageMaker
}
