import { call, defineRpc } from '@nimbo/rpc/define-rpc'
import { Type } from 'typebox'
import { logLevelMethods } from './log-levels.ts'

const id = Type.String({ minLength: 1 })
const nothing = Type.Object({})
const connection = Type.Object({
  driver_volume_type: Type.String(),
  data: Type.Record(Type.String(), Type.Unknown()),
})

/** A copy takes as long as its bytes do. */
const copyTimeoutMs = 3_600_000

/** What the service asks of the host that has a store of backups. Every method may be repeated. */
export const volumeBackupRpc = defineRpc('cinder-backup', {
  /** Keeps what a volume holds; beside a parent only what differs from it. */
  writeBackup: call(
    Type.Object({ backupId: id, parentId: Type.Union([id, Type.Null()]), connection }),
    Type.Object({
      objects: Type.Integer(),
      /** The store, as records of its backups name it. */
      service: Type.String(),
    }),
    { since: '3.0', timeoutMs: copyTimeoutMs },
  ),
  /** Gives a volume what a backup holds, and nothing else. */
  restoreBackup: call(Type.Object({ backupId: id, connection }), nothing, {
    since: '3.0',
    timeoutMs: copyTimeoutMs,
  }),
  /** Nothing there is a success. */
  removeBackup: call(Type.Object({ backupId: id }), nothing, { since: '3.0' }),
  hasBackup: call(Type.Object({ backupId: id }), Type.Object({ isThere: Type.Boolean() }), { since: '3.0' }),
  ...logLevelMethods,
})
