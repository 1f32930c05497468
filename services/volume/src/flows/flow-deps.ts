import type { ComputeClient } from '@nimbo/clients/compute'
import type { ImageClient, ImageUploads } from '@nimbo/clients/image'
import type { KeyManagerClient } from '@nimbo/clients/key-manager'
import type { UnifiedLimits } from '@nimbo/clients/unified-limits'
import type { volumeBackupRpc } from '@nimbo/contracts/volume/volume-backup'
import type { volumeHostRpc } from '@nimbo/contracts/volume/volume-host'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { RpcClient } from '@nimbo/rpc/rpc-client'
import type { CinderConfig } from '../config.ts'
import type { Db } from '../db/db.ts'
import type { Notices } from '../db/notices.ts'

/** The dependencies of the flows. */
export interface FlowDeps {
  readonly db: Db
  readonly clock: Clock
  readonly notices: Notices
  readonly config: CinderConfig
  readonly log: Log
  /** Unified limits, from Keystone. */
  readonly unified: UnifiedLimits
  /** Keys of volumes in the key manager, in the name of this service. */
  readonly keys: Pick<KeyManagerClient, 'named' | 'remove'>
  /** Images in Glance, in the name of this service. */
  readonly images: Pick<ImageClient, 'show'> & Pick<ImageUploads, 'remove'>
  /** Nova, which handles external events for servers, and swaps and copies volumes that they use. */
  readonly compute: Pick<ComputeClient, 'copyVolume' | 'sendEvents' | 'swapVolume'>
  /** Volume hosts whose last heartbeat was before this time have certainly been silent for `allowedMs`. */
  readonly silentBefore: (allowedMs: number) => number
  /** The hosts with backup stores, by name. */
  readonly backups: RpcClient<(typeof volumeBackupRpc)['methods']>
  /** The volume hosts, by `host@backend`. */
  readonly hosts: RpcClient<(typeof volumeHostRpc)['methods']>
}
