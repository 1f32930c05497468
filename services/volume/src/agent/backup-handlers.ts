import type { volumeBackupRpc } from '@nimbo/contracts/volume/volume-backup'
import type { LogThreshold } from '@nimbo/kernel/log-threshold'
import type { RpcHandlers } from '@nimbo/rpc/define-rpc'
import type { BackupStore } from '../driver/backup-store.ts'
import { connectedVolume } from './connected-volume.ts'
import { logLevelHandlers } from '../log-level-handlers.ts'

/** RPC methods of `cinder-backup`, which runs on the host with the backup store. It keeps no records; the callers do. */
export const backupHandlers = (
  store: BackupStore,
  logThreshold: LogThreshold,
): RpcHandlers<(typeof volumeBackupRpc)['methods']> => ({
  ...logLevelHandlers(logThreshold),
  writeBackup: async (_, { backupId, parentId, connection }) => ({
    ...(await store.write(backupId, connectedVolume(connection).read(), parentId)),
    service: store.name,
  }),
  restoreBackup: async (_, { backupId, connection }) => {
    await connectedVolume(connection).fill(store.read(backupId))
    return {}
  },
  removeBackup: async (_, { backupId }) => {
    await store.remove(backupId)
    return {}
  },
  hasBackup: async (_, { backupId }) => ({ isThere: await store.has(backupId) }),
})
