import type { ImageClient, ImageUploads } from '@nimbo/clients/image'
import type { KeyManagerClient } from '@nimbo/clients/key-manager'
import type { UnifiedLimits } from '@nimbo/clients/unified-limits'
import type { volumeBackupRpc } from '@nimbo/contracts/volume/volume-backup'
import type { volumeHostRpc } from '@nimbo/contracts/volume/volume-host'
import type { volumeSchedulerRpc } from '@nimbo/contracts/volume/volume-scheduler'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Log } from '@nimbo/kernel/log'
import type { LogThreshold } from '@nimbo/kernel/log-threshold'
import type { RpcCallers } from '@nimbo/rpc/define-rpc'
import type { RpcClient } from '@nimbo/rpc/rpc-client'
import type { CinderConfig } from '../config.ts'
import type { Db } from '../db/db.ts'
import type { Notices } from '../db/notices.ts'

/** What the operations of the volume API work with. */
export interface VolumeApp {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly logThreshold: LogThreshold
  readonly config: CinderConfig
  /** Limits as identity keeps them. */
  readonly unified: UnifiedLimits
  /** Keys of volumes, in the service's own name. */
  readonly keys: KeyManagerClient
  /** Images as the caller may see them. */
  readonly images: Pick<ImageClient, 'show'> & Pick<ImageUploads, 'create' | 'remove'>
  readonly hosts: RpcClient<(typeof volumeHostRpc)['methods']>
  readonly backups: RpcClient<(typeof volumeBackupRpc)['methods']>
  readonly schedulers: RpcClient<(typeof volumeSchedulerRpc)['methods']>
  /** Whichever of them takes the message. */
  readonly scheduler: RpcCallers<(typeof volumeSchedulerRpc)['methods']>
  /** Tells the world of what changes. */
  readonly notices: Notices
  /** The availability zone of this service. */
  readonly zone: string
  /** Whether the caller is one of the cloud's own services, in its own name. */
  isService(ctx: Context): boolean
  /** Whether the caller may see what belongs to other projects. */
  seesAll(ctx: Context): boolean
}

/** Throws the refusal unless the caller may do what a rule guards to the target: by default, to what is the caller's own. */
export type Enforce = (rule: string, target?: Readonly<Record<string, unknown>>) => void

/** The project a caller is kept to; undefined for one who sees all. */
export const scopeOf = (app: Pick<VolumeApp, 'seesAll'>, ctx: Context): string | undefined =>
  app.seesAll(ctx) ? undefined : (ctx.projectId ?? '')
