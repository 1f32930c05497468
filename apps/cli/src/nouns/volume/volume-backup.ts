import {
  createBackup,
  exportBackupRecord,
  forceDeleteBackup,
  importBackupRecord,
  listBackupsInFull,
  resetBackupStatus,
  restoreBackup,
  showBackup,
  updateBackup,
} from '@nimbo/contracts/volume/backups'
import { forAll } from '../../cloud/delete-each.ts'
import { findId, findOptionalId, removeById } from '../../cloud/find.ts'
import { given, rowAt, without } from '../../cloud/json-values.ts'
import { inVolume } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, many, one, optional } from '../../grammar/command.ts'
import { lists, shows } from '../../grammar/declared.ts'
import { either, flag, integer, list, oneOf, properties, text } from '../../grammar/option.ts'
import { recordCell } from '../../output/cells.ts'
import { nothing, type Row } from '../../output/result.ts'
import { backupKind, snapshotKind, volumeKind } from './volume-kinds.ts'

const service = 'volume'
const backup = one('<backup>', 'Backup (name or ID)')
const statuses = ['creating', 'available', 'deleting', 'error', 'restoring', 'error_restoring'] as const

const view = (reply: Row): Row => {
  const { metadata, ...rest } = without(rowAt(reply, 'backup'), 'links')
  return { ...rest, ...(metadata === undefined ? {} : { properties: recordCell(metadata) }) }
}

const pathOf = async (session: Session, called: string) => ({
  backup_id: await findId(session, backupKind, called),
})

const set = command({
  words: 'volume backup set',
  summary: 'Set volume backup properties',
  calls: [inVolume(updateBackup), inVolume(resetBackupStatus)],
  output: 'none',
  positionals: { backup },
  options: {
    name: text('<name>', 'New backup name (from 3.9 of the API)'),
    description: text('<description>', 'New backup description (from 3.9 of the API)'),
    state: oneOf(['available', 'error'], 'New backup state (admin only)'),
    noProperty: flag('Remove all properties from this backup (from 3.43 of the API)'),
    property: properties('Property to add or change (repeatable) (from 3.43 of the API)'),
  },
  run: async (session, { backup: called, name, description, state, noProperty, property }) => {
    const path = await pathOf(session, called)
    const { volume } = session.api
    if (state !== undefined)
      await volume.call(resetBackupStatus, { path, body: { 'os-reset_status': { status: state } } })
    const before = property === undefined || noProperty ? {} : await propertiesOf(session, path)
    const metadata = property === undefined && !noProperty ? undefined : { ...before, ...property }
    const members = given({ name, description, metadata })
    if (Object.keys(members).length > 0) await volume.call(updateBackup, { path, body: { backup: members } })
    return nothing
  },
})

const propertiesOf = async (
  session: Session,
  path: { readonly backup_id: string },
): Promise<Readonly<Record<string, string>>> =>
  (await session.api.volume.call(showBackup, { path })).backup.metadata ?? {}

const unset = command({
  words: 'volume backup unset',
  summary: 'Unset volume backup properties (from 3.43 of the API)',
  calls: [inVolume(updateBackup)],
  output: 'none',
  positionals: { backup },
  options: { property: list('<key>', 'Property to remove from this backup (repeatable)') },
  run: async (session, { backup: called, property }) => {
    const path = await pathOf(session, called)
    const kept = Object.entries(await propertiesOf(session, path)).filter(([key]) => !property.includes(key))
    const body = { backup: { metadata: Object.fromEntries(kept) } }
    await session.api.volume.call(updateBackup, { path, body })
    return nothing
  },
})

const remove = command({
  words: 'volume backup delete',
  summary: 'Delete volume backup(s)',
  calls: [inVolume(forceDeleteBackup)],
  output: 'none',
  positionals: { backups: many('<backup>', 'Backup(s) to delete (name or ID)') },
  options: { force: flag('Delete the backups regardless of their state') },
  run: async (session, { backups, force }) => {
    await forAll(backups, 'Backup', 'delete', async (called) => {
      const path = await pathOf(session, called)
      if (force) await session.api.volume.call(forceDeleteBackup, { path })
      else await removeById(session, backupKind, path.backup_id)
    })
    return nothing
  },
})

const recordCommands = [
  shows({
    words: 'volume backup record export',
    summary: 'Export the record of a volume backup, for import into another cloud',
    ...{ service, operation: exportBackupRecord },
    positionals: { backup },
    request: async ({ backup: called }, session) => ({ path: await pathOf(session, called) }),
  }),
  shows({
    words: 'volume backup record import',
    summary: 'Import the exported record of a volume backup',
    ...{ service, operation: importBackupRecord },
    positionals: {
      backup_service: one('<backup_service>', 'Backup service containing the backup'),
      backup_url: one('<backup_metadata>', 'Encoded backup metadata from export'),
    },
    request: ({ backup_service, backup_url }) => ({
      body: { 'backup-record': { backup_service, backup_url } },
    }),
  }),
] as const

const restore = shows({
  words: 'volume backup restore',
  summary: 'Restore volume backup',
  ...{ service, operation: restoreBackup },
  positionals: {
    backup,
    volume: optional(
      '<volume>',
      'With --force: volume to overwrite (name or ID); otherwise: name of the new volume',
    ),
  },
  options: { force: flag('Restore the backup to an existing volume') },
  request: async ({ backup: called, volume, force }, session) => ({
    path: await pathOf(session, called),
    body: {
      restore: force
        ? given({ volume_id: await findOptionalId(session, volumeKind, volume) })
        : given({ name: volume }),
    },
  }),
})

export const volumeBackupCommands = [
  shows({
    words: 'volume backup create',
    summary: 'Create new volume backup',
    ...{ service, operation: createBackup },
    positionals: { volume: one('<volume>', 'Volume to back up (name or ID)') },
    options: {
      name: text('<name>', 'Name of the backup'),
      description: text('<description>', 'Description of the backup'),
      container: text('<container>', 'Name of the container to store the backup in'),
      snapshot: text('<snapshot>', 'Snapshot to back up (name or ID)'),
      force: flag('Allow to back up an in-use volume'),
      incremental: either(
        { '--incremental': true, '--no-incremental': false },
        'Create an incremental backup, or a full one (default)',
      ),
      property: properties('Property of this backup (repeatable) (from 3.43 of the API)'),
      availabilityZone: text(
        '<zone-name>',
        'Availability zone to store the backup in (from 3.51 of the API)',
      ),
    },
    request: async ({ volume, snapshot, force, property, availabilityZone, ...asked }, session) => ({
      body: {
        backup: given({
          ...{ name: asked.name, description: asked.description, container: asked.container },
          incremental: asked.incremental,
          volume_id: await findId(session, volumeKind, volume),
          snapshot_id: await findOptionalId(session, snapshotKind, snapshot),
          force: force ? true : undefined,
          ...{ metadata: property, availability_zone: availabilityZone },
        }),
      },
    }),
  }),
  lists({
    words: 'volume backup list',
    summary: 'List volume backups',
    ...{ service, operation: listBackupsInFull },
    options: {
      long: flag('List additional fields in output'),
      name: text('<name>', 'List only backups with this name'),
      status: oneOf(statuses, 'List only backups with this status'),
      volume: text('<volume>', 'List only backups of this volume (name or ID)'),
      marker: text('<volume-backup>', 'The last backup of the previous page (name or ID)'),
      limit: integer('<num-backups>', 'Maximum number of backups to display'),
      allProjects: flag('Include all projects (admin only)'),
    },
    request: async ({ name, status, volume, marker, limit, allProjects }, session) => ({
      query: given({
        ...{ name, status, limit },
        volume_id: await findOptionalId(session, volumeKind, volume),
        marker: await findOptionalId(session, backupKind, marker),
        all_tenants: allProjects ? true : undefined,
      }),
    }),
    columns: ({ long }) => ({
      ...{ ID: 'id', Name: 'name', Description: 'description', Status: 'status', Size: 'size' },
      ...{ Incremental: 'is_incremental', 'Created At': 'created_at' },
      ...(long && { 'Availability Zone': 'availability_zone', Volume: 'volume_id', Container: 'container' }),
    }),
  }),
  shows({
    words: 'volume backup show',
    summary: 'Display volume backup details',
    ...{ service, operation: showBackup, thing: view },
    positionals: { backup },
    request: async ({ backup: called }, session) => ({ path: await pathOf(session, called) }),
  }),
  ...recordCommands,
  restore,
  set,
  unset,
  remove,
]
