import { open } from 'node:fs/promises'
import type { volumeBackupRpc } from '@nimbo/contracts/volume/volume-backup'
import type { LogThreshold } from '@nimbo/kernel/log-threshold'
import type { RpcHandlers } from '@nimbo/rpc/define-rpc'
import type { BackupStore } from '../driver/backup-store.ts'
import { contentOf } from './content-of.ts'
import { deviceOf } from './device-of.ts'
import { logLevelHandlers } from '../log-level-handlers.ts'

/** What the host with the store does when it is asked. It keeps no records: whoever asks has them. */
export const backupHandlers = (
  store: BackupStore,
  logThreshold: LogThreshold,
): RpcHandlers<(typeof volumeBackupRpc)['methods']> => ({
  ...logLevelHandlers(logThreshold),
  writeBackup: (_, { backupId, parentId, connection }) =>
    store.write(backupId, contentOf(deviceOf(connection)), parentId),
  restoreBackup: async (_, { backupId, connection }) => {
    await restore(store, backupId, deviceOf(connection))
    return {}
  },
  removeBackup: async (_, { backupId }) => {
    await store.remove(backupId)
    return {}
  },
  hasBackup: async (_, { backupId }) => ({ isThere: await store.has(backupId) }),
})

/** What the backup says nothing of is zeros: the file loses all it has first, and keeps its length. */
const restore = async (store: BackupStore, backupId: string, path: string): Promise<void> => {
  await using file = await open(path, 'r+')
  const { size } = await file.stat()
  await file.truncate(0)
  await file.truncate(size)
  for await (const { offset, bytes } of store.read(backupId)) {
    if (offset + bytes.length > size) throw new Error(`backup ${backupId} does not fit into ${size} bytes`)
    await file.write(bytes, 0, bytes.length, offset)
  }
  await file.sync()
}
