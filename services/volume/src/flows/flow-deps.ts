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

/** What the flows of volumes work with. */
export interface FlowDeps {
  readonly db: Db
  readonly clock: Clock
  readonly notices: Notices
  readonly config: CinderConfig
  readonly log: Log
  /** Limits as identity keeps them. */
  readonly unified: UnifiedLimits
  /** Keys of volumes, in the service's own name. */
  readonly keys: Pick<KeyManagerClient, 'remove'>
  /** Images, in the service's own name. */
  readonly images: Pick<ImageClient, 'show'> & Pick<ImageUploads, 'remove'>
  /** Compute, which tells servers of what becomes of their volumes. */
  readonly compute: Pick<ComputeClient, 'sendEvents' | 'swapVolume'>
  /** Volume hosts last heard of before this instant are known to have been silent for so long. */
  readonly silentBefore: (allowedMs: number) => number
  /** The hosts that have stores of backups, by name. */
  readonly backups: RpcClient<(typeof volumeBackupRpc)['methods']>
  /** The hosts that have back ends, by `host@backend`. */
  readonly hosts: RpcClient<(typeof volumeHostRpc)['methods']>
}
