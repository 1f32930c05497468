import { type Backup, backup } from '@nimbo/contracts/volume/backups'
import { insertFlow } from '@nimbo/durable/insert-flow'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { isUuid } from '@nimbo/kernel/ids'
import type { VolumeApp } from '../../app/app.ts'
import { beginWork } from '../../app/begin-work.ts'
import { reserveQuota } from '../../app/reserve-quota.ts'
import { backups } from '../../db/backups.ts'
import { storeKeyOf } from '../../domain/store-key.ts'
import { errors } from '../../errors.ts'
import { hostOfStore } from './backups.ts'
import { importBackupFlow } from './import-flow.ts'

/** The attributes of a backup that are valid in every cloud that can read its store. */
const carried = [
  ...['id', 'volume_id', 'snapshot_id', 'parent_id', 'name', 'description', 'size', 'object_count'],
  ...[
    'container',
    'service',
    'service_metadata',
    'data_timestamp',
    'metadata',
    'volume_metadata',
    'bootable',
    'image_metadata',
  ],
] as const

/** Attributes that records of earlier versions lack. */
const carriedLater = ['encryption_key_id', 'volume_type_id'] as const

/** Exports a backup record as a string that another cloud can import. */
export const recordOf = (one: Backup): string => {
  if (one.status !== 'available')
    throw errors.InvalidBackup({ reason: `Backup status must be available and not ${one.status}.` })
  const values: Readonly<Record<string, unknown>> = one
  const record = Object.fromEntries([...carried, ...carriedLater].map((name) => [name, values[name]]))
  // The importing cloud may give the backup another id.
  record.service_metadata = storeKeyOf(one)
  return Buffer.from(JSON.stringify(record)).toString('base64')
}

type Record_ = Pick<
  Backup,
  | ('id' | 'volume_id' | 'snapshot_id' | 'parent_id' | 'name' | 'description' | 'size' | 'object_count')
  | (
      | 'container'
      | 'service'
      | 'service_metadata'
      | 'data_timestamp'
      | 'metadata'
      | 'volume_metadata'
      | 'bootable'
      | 'image_metadata'
    )
> &
  Partial<Pick<Backup, (typeof carriedLater)[number]>>

/** Whether each value has the type of its attribute. */
const isRecord = (given: unknown): given is Record_ => {
  if (typeof given !== 'object' || given === null) return false
  const values = new Map(Object.entries(given))
  if (carriedLater.some((name) => !['string', 'undefined'].includes(typeof (values.get(name) ?? undefined))))
    return false
  return carried.every((name) => {
    const value = values.get(name)
    if (name === 'id') return typeof value === 'string' && isUuid(value)
    if (name === 'data_timestamp') return typeof value === 'string' && !Number.isNaN(Date.parse(value))
    return value !== undefined && 'value' in backup.attributes[name as 'name'].type.accept(value)
  })
}

const parse = (text: string): Record_ => {
  try {
    const record: unknown = JSON.parse(Buffer.from(text, 'base64').toString())
    if (isRecord(record)) return record
  } catch {
    // Invalid JSON is refused below, like JSON that is not a record.
  }
  throw errors.InvalidInput({ reason: 'Cannot parse backup record.' })
}

/** Imports the record of another cloud: inserts the backup in `creating`, until the store confirmed that it has the data. */
export const importRecord =
  (app: VolumeApp) =>
  async (ctx: Context, service: string, text: string): Promise<Backup> => {
    const record = parse(text)
    if (record.service !== service)
      throw errors.InvalidInput({ reason: `The record is of the backup service ${record.service}.` })
    const host = await hostOfStore(app, null)
    const projectId = ctx.projectId ?? ''
    const { made } = await beginWork(app, ctx, async (trx) => {
      await reserveQuota(app, trx, projectId, { backups: 1, backup_gigabytes: record.size })
      const now = timestamp(app.clock)
      const backup = await backups.insert(trx, {
        ...{ encryption_key_id: null, volume_type_id: null },
        ...record,
        ...{ project_id: projectId, user_id: ctx.userId ?? '', status: 'creating', host },
        ...{ availability_zone: app.zone, fail_reason: null, created_at: now, updated_at: now },
      })
      if (!backup) throw errors.InvalidBackup({ reason: 'Backup already exists in database.' })
      const input = { backupId: backup.id, storeKey: storeKeyOf(backup), host }
      const begun = { subject: backup.id, ctx, clock: app.clock, input }
      return { flowId: await insertFlow(trx, importBackupFlow, begun), made: backup }
    })
    return made
  }
