import type { volumeBackupRpc } from '@nimbo/contracts/volume/volume-backup'
import type { LogThreshold } from '@nimbo/kernel/log-threshold'
import { turns } from '@nimbo/kernel/turns'
import type { RpcHandlers } from '@nimbo/rpc/define-rpc'
import type { BackupStore } from '../driver/backup-store.ts'
import { connectedVolume } from './connected-volume.ts'
import { logLevelHandlers } from '../log-level-handlers.ts'

/**
 * RPC methods of `cinder-backup`, which runs on the host with the backup store. It has no database; its callers keep the
 * records. Calls for the same backup run one after the other, because a scheduler that resumes a flow repeats a call that the
 * host may still be executing.
 */
export const backupHandlers = (
  store: BackupStore,
  logThreshold: LogThreshold,
): RpcHandlers<(typeof volumeBackupRpc)['methods']> => {
  const queue = turns<string>()
  return {
    ...logLevelHandlers(logThreshold),
    writeBackup: (_, { backupId, parentId, connection }) =>
      queue.run(backupId, async () => ({
        ...(await store.write(backupId, connectedVolume(connection).read(), parentId)),
        service: store.name,
      })),
    restoreBackup: (_, { backupId, connection }) =>
      queue.run(backupId, async () => {
        await connectedVolume(connection).fill(store.read(backupId))
        return {}
      }),
    removeBackup: (_, { backupId }) =>
      queue.run(backupId, async () => {
        await store.remove(backupId)
        return {}
      }),
    hasBackup: async (_, { backupId }) => ({ isThere: await store.has(backupId) }),
  }
}
