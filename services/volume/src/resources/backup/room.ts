import * as operations from '@nimbo/contracts/volume/backups'
import { handlersOf, kindOf } from '@nimbo/http/handle'
import type { HttpRequest } from '@nimbo/http/message'
import type { Call } from '@nimbo/http/route'
import { microversion } from '@nimbo/operation/microversion'
import type { QueryOf } from '@nimbo/operation/operation'
import { extension } from '../../api/extensions.ts'
import type { Room } from '../../api/room.ts'
import type { VolumeApp } from '../../app/app.ts'
import { requireKnownFilters } from '../../app/known-filters.ts'
import { linksOf, nextLink } from '../../app/links.ts'
import { countKind, listKind } from '../../app/list-kind.ts'
import { flagOf, isTrue } from '../../app/paging.ts'
import { requireSortedByName } from '../../app/sorted-by-name.ts'
import { backups, dependentsOf } from '../../db/backups.ts'
import { wireChange, wireTime } from '../../domain/wire-time.ts'
import { createBackup, deleteBackup, needBackup, resetBackupStatus, updateBackup } from './backups.ts'
import { dropBackupFlow } from './delete-flow.ts'
import { importBackupFlow } from './import-flow.ts'
import { addBackupKeys } from './keys-migration.ts'
import { makeBackupFlow } from './make-flow.ts'
import { createBackups } from './migration.ts'
import { importRecord, recordOf } from './records.ts'
import { restoreBackup } from './restore.ts'
import { restoreBackupFlow } from './restore-flow.ts'
import { addStoreKeys } from './store-keys-migration.ts'

const handle = handlersOf<VolumeApp>()({
  backup: kindOf<VolumeApp>()({
    by: 'backup_id',
    find: ({ app, ctx }, id) => needBackup(app, ctx, id),
    facts: ({ project_id, user_id }) => ({ project_id, user_id }),
  }),
})

const summary = (request: HttpRequest, { id, name }: operations.Backup) => ({
  ...{ id, name },
  links: linksOf(request, `/backups/${id}`),
})

const inFull = (request: HttpRequest, one: operations.Backup, dependents: number): operations.BackupView => ({
  ...summary(request, one),
  status: one.status,
  size: one.size,
  object_count: one.object_count,
  availability_zone: one.availability_zone,
  container: one.container,
  created_at: wireTime(one.created_at),
  updated_at: wireChange(one.created_at, one.updated_at),
  description: one.description,
  fail_reason: one.fail_reason,
  volume_id: one.volume_id,
  is_incremental: one.parent_id !== null,
  has_dependent_backups: dependents > 0,
  snapshot_id: one.snapshot_id,
  data_timestamp: wireTime(one.data_timestamp),
  'os-backup-project-attr:project_id': one.project_id,
  metadata: { ...one.metadata },
  user_id: one.user_id,
  ...(one.encryption_key_id === null ? {} : { encryption_key_id: one.encryption_key_id }),
})

const withZone = microversion('3.51')
const withCount = microversion('3.45')
const sortedByName = microversion('3.37')

type ListCall = Call<VolumeApp, unknown, QueryOf<typeof operations.listBackups>>

const pageOf = async (call: ListCall) => {
  requireKnownFilters('backup', call)
  requireSortedByName(call.query, call.version, sortedByName)
  const { items, limit } = await listKind(backups, call)
  const links = nextLink(call.request, items, limit)
  const counted = call.version >= withCount && flagOf('with_count', call.query.with_count)
  const count = counted ? { count: await countKind(backups, call) } : {}
  return { items, further: { ...(links && { backups_links: links }), ...count } }
}

const list = handle(operations.listBackups, async (call) => {
  const { items, further } = await pageOf(call)
  return { backups: items.map((one) => summary(call.request, one)), ...further }
})

const listInFull = handle(operations.listBackupsInFull, async (call) => {
  const { items, further } = await pageOf(call)
  const ids = items.map(({ id }) => id)
  const dependents = await dependentsOf(call.app.db, ids)
  return {
    backups: items.map((one) => inFull(call.request, one, dependents.get(one.id) ?? 0)),
    ...further,
  }
})

const flag = (value: boolean | string | undefined): boolean => isTrue(String(value ?? ''))

const create = handle(operations.createBackup, async ({ app, ctx, body, request, version }) => {
  const asked = body.backup
  const backup = await createBackup(app)(ctx, {
    volumeId: asked.volume_id,
    snapshotId: asked.snapshot_id ?? null,
    name: asked.name ?? null,
    description: asked.description ?? null,
    container: asked.container ?? null,
    metadata: asked.metadata ?? {},
    incremental: flag(asked.incremental),
    force: flag(asked.force),
    zone: version >= withZone ? (asked.availability_zone ?? null) : null,
  })
  return { backup: summary(request, backup) }
})

const show = handle(operations.showBackup, async ({ app, found: { backup }, request }) => ({
  backup: inFull(request, backup, (await dependentsOf(app.db, [backup.id])).get(backup.id) ?? 0),
}))

const update = handle(operations.updateBackup, async ({ app, found, body, request }) => {
  const { name, description, metadata } = body.backup
  const changes = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(metadata ? { metadata } : {}),
  }
  return { backup: summary(request, await updateBackup(app)(found.backup.id, changes)) }
})

const remove = handle(operations.deleteBackup, async ({ app, ctx, found }) => {
  await deleteBackup(app)(ctx, found.backup)
})

const restore = handle(operations.restoreBackup, async ({ app, ctx, found: { backup }, body, enforce }) => {
  const { volume_id = null, name = null } = body.restore
  const volume = await restoreBackup(app)(ctx, backup, { volumeId: volume_id, name }, enforce)
  return { restore: { backup_id: backup.id, volume_id: volume.id, volume_name: volume.name } }
})

const exportRecord = handle(operations.exportBackupRecord, async ({ found: { backup } }) => ({
  'backup-record': { backup_service: backup.service ?? '', backup_url: recordOf(backup) },
}))

const takeRecord = handle(operations.importBackupRecord, async ({ app, ctx, body, request }) => {
  const { backup_service, backup_url } = body['backup-record']
  return { backup: summary(request, await importRecord(app)(ctx, backup_service, backup_url)) }
})

const reset = handle(operations.resetBackupStatus, async ({ app, ctx, found, body }) => {
  await resetBackupStatus(app)(ctx, found.backup.id, body['os-reset_status'].status)
})

const forceDelete = handle(operations.forceDeleteBackup, async ({ app, ctx, found }) => {
  await deleteBackup(app)(ctx, found.backup, { force: true })
})

export const backupRoom: Room = {
  routes: [
    ...[list, listInFull, create, takeRecord, show, update, remove],
    ...[restore, exportRecord, reset, forceDelete],
  ],
  extensions: [extension('backups', 'Backups', 'Backups of volumes')],
  flows: [makeBackupFlow, dropBackupFlow, restoreBackupFlow, importBackupFlow],
  migrations: {
    '0011-backups': createBackups,
    '0019-backup-store-keys': addStoreKeys,
    '0020-backup-keys': addBackupKeys,
  },
}
