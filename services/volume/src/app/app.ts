import type { ComputeClient } from '@nimbo/clients/compute'
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

/** The dependencies of the operations of the volume API. */
export interface VolumeApp {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly logThreshold: LogThreshold
  readonly config: CinderConfig
  /** Unified limits, from Keystone. */
  readonly unified: UnifiedLimits
  /** Keys of encrypted volumes in the key manager, stored in the name of this service. */
  readonly keys: KeyManagerClient
  /** Images in Glance, with the caller's permissions. */
  readonly images: Pick<ImageClient, 'show'> & Pick<ImageUploads, 'create' | 'remove'>
  /** Servers in Nova, in the name of this service. */
  readonly compute: Pick<ComputeClient, 'attachmentOf'>
  readonly hosts: RpcClient<(typeof volumeHostRpc)['methods']>
  readonly backups: RpcClient<(typeof volumeBackupRpc)['methods']>
  readonly schedulers: RpcClient<(typeof volumeSchedulerRpc)['methods']>
  /** Calls one of the schedulers, whichever takes the message. */
  readonly scheduler: RpcCallers<(typeof volumeSchedulerRpc)['methods']>
  /** Emits notifications of changes. */
  readonly notices: Notices
  /** The availability zone of this service. */
  readonly zone: string
  /** Whether the caller is an OpenStack service that acts in its own name. */
  isService(ctx: Context): boolean
  /** Whether the caller may see resources of other projects. */
  seesAll(ctx: Context): boolean
}

/** Throws unless policy allows the caller to do what the rule protects. The target defaults to the caller's own project. */
export type Enforce = (rule: string, target?: Readonly<Record<string, unknown>>) => void

/** The project whose resources the caller may see; undefined for callers who see all projects. */
export const scopeOf = (app: Pick<VolumeApp, 'seesAll'>, ctx: Context): string | undefined =>
  app.seesAll(ctx) ? undefined : (ctx.projectId ?? '')
