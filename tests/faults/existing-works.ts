import { randomUUID } from 'node:crypto'
import type { Client } from '@nimbo/testkit/client'
import { letGo, manage, type Unmanaged } from './unmanaged.ts'
import { conclusion, onBackupHost, onHost, ownSteps, requested } from './volume-places.ts'
import { backupOf, snapshotOf, volumeOf } from './volume-things.ts'
import type { VolumeWork } from './volume-work.ts'

const told = (what: Unmanaged): string => JSON.stringify(what)

const managing: VolumeWork['ask'] = (admin, { other, name }, headers) => {
  const what: Unmanaged = JSON.parse(other)
  return manage(admin, what, name, headers)
}

const unmanagedCopy = async (admin: Client, volumeId: string): Promise<string> => {
  const copy = await volumeOf(admin, { source_volid: volumeId })
  return told(await letGo(admin, copy, copy))
}

const unmanagedSnapshot = async (admin: Client, volumeId: string): Promise<string> =>
  told(await letGo(admin, await snapshotOf(admin, volumeId), volumeId))

const exportedRecord = async (admin: Client, volumeId: string): Promise<string> => {
  const id = await backupOf(admin, volumeId)
  return JSON.stringify((await admin.volume.get(`/v3/backups/${id}/export_record`)).body)
}

/** The exported record as another cloud would have it: another id and name, the same content. */
const foreign = (exported: string, name: string): object => {
  const { 'backup-record': record } = JSON.parse(exported)
  const known: object = JSON.parse(Buffer.from(record.backup_url, 'base64').toString())
  const other = Buffer.from(JSON.stringify({ ...known, id: randomUUID(), name })).toString('base64')
  return { 'backup-record': { ...record, backup_url: other } }
}

/** Requests that take over volumes, snapshots and backups which exist already. */
export const existingWorks: readonly VolumeWork[] = [
  {
    ...{ fault: 'kill managing a volume', makes: 'volume', before: unmanagedCopy, insists: true },
    places: [
      requested('manageable_volumes.manage'),
      ...ownSteps('check-type'),
      ...onHost('adoptVolume'),
      ...ownSteps('count'),
      conclusion,
    ],
    ask: managing,
  },
  {
    ...{ fault: 'kill managing a snapshot', makes: 'snapshot', before: unmanagedSnapshot, insists: true },
    places: [requested('manageable_snapshots.manage'), ...onHost('adoptSnapshot'), conclusion],
    ask: managing,
  },
  {
    ...{ fault: 'kill importing a backup', makes: 'backup', before: exportedRecord },
    places: [requested('backups.import_record'), ...onBackupHost('hasBackup'), conclusion],
    ask: ({ volume }, { other, name }, headers) =>
      volume.post('/v3/backups/import_record', foreign(other, name), headers),
  },
]
