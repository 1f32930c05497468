import type { ImageMaker } from '@nimbo/clients/image-maker'
import type { KeyManagerClient } from '@nimbo/clients/key-manager'
import type { NetworkClient } from '@nimbo/clients/network'
import type { PlacementClient } from '@nimbo/clients/placement'
import type { PortBindingClient } from '@nimbo/clients/port-bindings'
import type { VolumeClient } from '@nimbo/clients/volume'
import type { agentRpc } from '@nimbo/contracts/compute-rpc/agent'
import type { schedulerRpc } from '@nimbo/contracts/compute-rpc/scheduler'
import type { Clock } from '@nimbo/kernel/clock'
import type { FlowId } from '@nimbo/kernel/ids'
import type { Log } from '@nimbo/kernel/log'
import type { RpcCallers } from '@nimbo/rpc/define-rpc'
import type { Tracer } from '@nimbo/trace/tracer'
import type { Databases } from '../db/cells/databases.ts'
import type { ServerNotices } from '../db/servers/server-notices.ts'

/** What every flow of compute works with. */
export interface FlowDeps {
  readonly databases: Databases
  readonly clock: Clock
  readonly tracer: Tracer
  readonly log: Log
  /** Tells the world what becomes of servers. */
  readonly notices: ServerNotices
  /** Whether servers leave their host as soon as they are shelved. */
  readonly offloadsAtOnce?: boolean
  /** A flow of a cell can begin; it would be found a little later. */
  readonly wakeIn?: (cellId: string, flowId: FlowId) => void
}

/** The flows of a cell know which it is: all of a server is there. */
export interface InCell {
  readonly cellId: string
}

/** A host, and the cell over whose broker it is reached. */
export interface HostInCell {
  readonly cellId: string
  readonly host: string
}

/** Speaks to the agent of a host. */
export interface SpeaksToHosts {
  readonly agent: (at: HostInCell) => Promise<RpcCallers<typeof agentRpc.methods>>
  /** Whether the host's compute service has shown a sign of life lately. */
  readonly hostIsUp: (cellId: string, host: string) => Promise<boolean>
}

export interface SpeaksToScheduler {
  readonly scheduler: RpcCallers<typeof schedulerRpc.methods>
}

/** Clients of the services that hold parts of a server, in compute's own name. */
export interface HoldsParts {
  readonly network: NetworkClient
  readonly volume: VolumeClient
  readonly placement: PlacementClient
}

/** Binds the ports of servers to further hosts, in compute's own name. */
export interface BindsPorts {
  readonly bindings: PortBindingClient
}

/** Finds and removes keys that were kept for servers, in compute's own name. */
export interface KeepsKeys {
  readonly keys: Pick<KeyManagerClient, 'named' | 'remove'>
}

/** Makes and removes images, in compute's own name. */
export interface MakesImages {
  readonly imageMaker: ImageMaker
}
