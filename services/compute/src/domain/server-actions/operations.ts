import type { Operation } from '@nimbo/contracts/compute-rpc/operation'
import type { ServerId } from '@nimbo/kernel/ids'
import type { EmbeddedFlavor, RequestSpec } from '../servers/request-spec.ts'

/** Input of the flow `operate-server`, which lives in the cell's database. */
export interface OperateServer {
  readonly serverId: ServerId
  readonly operation: Operation
}

/** Input of the flow `delete-server`, which lives in the cell's database. */
export interface DeleteServer {
  readonly serverId: ServerId
}

/** Input of the flow `boot-server`, which lives in the API database beside the build request it works on. */
export interface BootServer {
  readonly serverId: ServerId
}

/** What a server is on a host: before it moves, or after. */
export interface ServerPlace {
  readonly host: string
  readonly node: string
  readonly availabilityZone: string | null
  readonly flavor: EmbeddedFlavor
}

/** Input of the flow `resize-server`, which lives in the cell's database; a cold migration is one to the same flavor. */
export interface ResizeServer {
  readonly serverId: ServerId
  readonly migrationId: string
  readonly source: ServerPlace
  readonly flavor: EmbeddedFlavor
  /** Whether the guest is to run again. */
  readonly running: boolean
  /** Hosts that are not to be chosen. */
  readonly ignoreHosts: readonly string[]
  /** The one that is to be. */
  readonly requestedHost?: string
}

/** Input of the flows `confirm-resize` and `revert-resize`, which live in the cell's database. */
export interface EndResize {
  readonly serverId: ServerId
  readonly migrationId: string
  /** Where it came from, and where it is. */
  readonly source: ServerPlace
  readonly destination: ServerPlace
  readonly running: boolean
}

/** Input of the flow `offload-server`, which lives in the cell's database. */
export interface OffloadServer {
  readonly serverId: ServerId
}

/** What the flows share that make a server anew on a host that is chosen first; they live in the cell's database. */
export interface PlaceServer {
  readonly serverId: ServerId
  readonly flavor: EmbeddedFlavor
  /** What its disk is made of instead of its own image. */
  readonly image?: NonNullable<RequestSpec['image']>
  readonly running: boolean
  readonly ignoreHosts: readonly string[]
  readonly requestedHost?: string
}

/** Input of the flow `unshelve-server`; the image is what the server was shelved as. */
export interface UnshelveServer extends PlaceServer {
  readonly source: null
}

/** Input of the flow `evacuate-server`. */
export interface EvacuateServer extends PlaceServer {
  readonly migrationId: string
  readonly source: ServerPlace
}

/** Input of the flow `live-migrate-server`. */
export interface LiveMigrateServer {
  readonly serverId: ServerId
  readonly migrationId: string
  readonly source: ServerPlace
  readonly flavor: EmbeddedFlavor
  readonly ignoreHosts: readonly string[]
  readonly requestedHost?: string
  /** The requested host is not judged by the scheduler. */
  readonly forced?: boolean
  /** Whether disks on the host are to be copied; absent leaves it to the hosts, who know whether they share them. */
  readonly copiesDisks?: boolean
}
