import { call, defineRpc } from '@nimbo/rpc/define-rpc'
import { Type } from 'typebox'
import { copyTimeoutMs } from './copy-timeout.ts'
import { logLevelMethods } from './log-levels.ts'

const id = Type.String({ minLength: 1 })
const nothing = Type.Object({})
const connection = Type.Object({
  driver_volume_type: Type.String(),
  data: Type.Record(Type.String(), Type.Unknown()),
})

/** RPC interface of cinder-backup. All methods are idempotent. */
export const volumeBackupRpc = defineRpc('cinder-backup', {
  /** Backs up a volume; with a parent, incrementally. */
  writeBackup: call(
    Type.Object({ backupId: id, parentId: Type.Union([id, Type.Null()]), connection }),
    Type.Object({
      objects: Type.Integer(),
      /** The driver's name in the backup record. */
      service: Type.String(),
    }),
    { since: '3.0', timeoutMs: copyTimeoutMs },
  ),
  /** Restores a backup to a volume, replacing its content. */
  restoreBackup: call(Type.Object({ backupId: id, connection }), nothing, {
    since: '3.0',
    timeoutMs: copyTimeoutMs,
  }),
  /** Idempotent. */
  removeBackup: call(Type.Object({ backupId: id }), nothing, { since: '3.0' }),
  hasBackup: call(Type.Object({ backupId: id }), Type.Object({ isThere: Type.Boolean() }), { since: '3.0' }),
  ...logLevelMethods,
})
