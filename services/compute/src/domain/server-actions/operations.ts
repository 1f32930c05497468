import type { Operation } from '@nimbo/contracts/compute-rpc/operation'
import type { ServerId } from '@nimbo/kernel/ids'
import type { EmbeddedFlavor, RequestSpec } from '../servers/request-spec.ts'

/** Input of the flow `operate-server` in the cell's database. */
export interface OperateServer {
  readonly serverId: ServerId
  readonly operation: Operation
}

/** Input of the flow `delete-server` in the cell's database. */
export interface DeleteServer {
  readonly serverId: ServerId
}

/** Input of the flow `boot-server` in the API database, beside its build request. */
export interface BootServer {
  readonly serverId: ServerId
}

/** Host, flavor and the like of a server, before or after a move. */
export interface ServerPlace {
  readonly host: string
  readonly node: string
  readonly availabilityZone: string | null
  readonly flavor: EmbeddedFlavor
}

/** Input of the flow `resize-server` in the cell's database; a cold migration keeps the flavor. */
export interface ResizeServer {
  readonly serverId: ServerId
  readonly migrationId: string
  readonly source: ServerPlace
  readonly flavor: EmbeddedFlavor
  /** Whether the guest is started afterwards. */
  readonly running: boolean
  /** Hosts to exclude. */
  readonly ignoreHosts: readonly string[]
  /** The only host to consider. */
  readonly requestedHost?: string
}

/** Input of the flows `confirm-resize` and `revert-resize` in the cell's database. */
export interface EndResize {
  readonly serverId: ServerId
  readonly migrationId: string
  /** The server's place before the resize; `destination` is the one after it. */
  readonly source: ServerPlace
  readonly destination: ServerPlace
  readonly running: boolean
}

/** Input of the flow `offload-server` in the cell's database. */
export interface OffloadServer {
  readonly serverId: ServerId
}

/** Common input of flows that schedule a server and create it on a host; in the cell's database. */
export interface PlaceServer {
  readonly serverId: ServerId
  readonly flavor: EmbeddedFlavor
  /** The image to use instead of the server's own. */
  readonly image?: NonNullable<RequestSpec['image']>
  readonly running: boolean
  readonly ignoreHosts: readonly string[]
  readonly requestedHost?: string
}

/** Input of the flow `unshelve-server`; the image is the one that shelving made. */
export interface UnshelveServer extends PlaceServer {
  readonly source: null
}

/** Input of the flow `evacuate-server`. */
export interface EvacuateServer extends PlaceServer {
  readonly migrationId: string
  readonly source: ServerPlace
  /** Skip the scheduler's check of the requested host. */
  readonly forced?: boolean
}

/** Input of the flow `live-migrate-server`. */
export interface LiveMigrateServer {
  readonly serverId: ServerId
  readonly migrationId: string
  readonly source: ServerPlace
  readonly flavor: EmbeddedFlavor
  readonly ignoreHosts: readonly string[]
  readonly requestedHost?: string
  /** Skip the scheduler's check of the requested host. */
  readonly forced?: boolean
  /** `block_migration`; absent lets the hosts decide by whether they share storage. */
  readonly copiesDisks?: boolean
}

/** Input of the flow `thaw-server` in the cell's database. */
export interface ThawServer {
  readonly serverId: ServerId
  /** The snapshots for which the guest's file systems were frozen. */
  readonly snapshotIds: readonly string[]
}

/** What a request creates in another service for a server before it records the action that needs it. */
export type MadeForRequest =
  | { readonly kind: 'attachment'; readonly volumeId: string }
  /** `known`: the ports that the server had before. */
  | { readonly kind: 'port'; readonly known: readonly string[] }
  /** An image; its id was chosen before its creation. */
  | { readonly kind: 'image'; readonly imageId: string }
  /**
   * An image without data, and the snapshots of volumes that name it in their metadata. `frozen`: the guest's file systems
   * may be frozen meanwhile.
   */
  | { readonly kind: 'volume-image'; readonly imageId: string; readonly frozen?: boolean }

/** Input of the flow `withdraw-request` in the cell's database. */
export interface WithdrawRequest {
  readonly serverId: ServerId
  readonly made: MadeForRequest
}
