import type { Context } from '@nimbo/kernel/context'
import type { FlowDeps } from './flow-deps.ts'
import { whileExported } from './while-exported.ts'

export interface Restored {
  readonly backupId: string
  /** What the store keeps it under, where that is not its id. */
  readonly storeKey?: string
  /** The machine with the store. */
  readonly backupHost: string
}

/** Gives a volume what a backup holds. */
export const restoreContent = (
  deps: Pick<FlowDeps, 'hosts' | 'backups'>,
  ctx: Context,
  { backupId, storeKey = backupId, backupHost }: Restored,
  { volumeId, from }: { readonly volumeId: string; readonly from: string },
): Promise<unknown> =>
  whileExported(deps, ctx, { volumeId, from, to: backupHost }, (connection) =>
    deps.backups.on(backupHost).restoreBackup(ctx, { backupId: storeKey, connection }),
  )
