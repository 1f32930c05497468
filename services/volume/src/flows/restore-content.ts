import type { Context } from '@nimbo/kernel/context'
import type { FlowDeps } from './flow-deps.ts'
import { whileExported } from './while-exported.ts'

export interface Restored {
  readonly backupId: string
  /** The key of the backup in the store, if it is not its id. */
  readonly storeKey?: string
  /** The host with the backup store. */
  readonly backupHost: string
}

/** Writes the content of a backup to a volume. */
export const restoreContent = (
  deps: Pick<FlowDeps, 'hosts' | 'backups'>,
  ctx: Context,
  { backupId, storeKey = backupId, backupHost }: Restored,
  { volumeId, from }: { readonly volumeId: string; readonly from: string },
): Promise<unknown> =>
  whileExported(deps, ctx, { volumeId, from, to: backupHost, usedFor: 'restore' }, (connection) =>
    deps.backups.on(backupHost).restoreBackup(ctx, { backupId: storeKey, connection }),
  )
