import { empty, nullable, oneOf as oneOfWords, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { shownTo, since } from '@nimbo/operation/windows'
import { attribute } from '@nimbo/resource/describe/attribute'
import { type Of, resource } from '@nimbo/resource/describe/kind'
import { identified, owned, timed } from '@nimbo/resource/describe/standard-attributes'
import { boolean, instant, integer, oneOf, orNull, text as words } from '@nimbo/resource/describe/value-types'
import { type Static, Type } from 'typebox'
import { texts } from './texts.ts'
import {
  FlagLike,
  Links,
  Metadata,
  NextLink,
  OptionalText,
  Pairs,
  paging,
  strict,
  text,
  Uuid,
} from './words.ts'

export const backupStatuses = [
  'creating',
  'available',
  'restoring',
  'deleting',
  'error',
  'error_deleting',
] as const
export type BackupStatus = (typeof backupStatuses)[number]

const most = 2_147_483_647
const count = integer(0, most)
const maybe = orNull(words())

/** A backup of a volume. */
export const backup = resource('backup', 'backups', {
  ...identified,
  ...owned,
  ...timed,
  user_id: attribute(words(), {}),
  volume_id: attribute(words(), {}),
  snapshot_id: attribute(maybe, {}),
  /** The backup that this incremental one is based on. */
  parent_id: attribute(maybe, {}),
  name: attribute(maybe, {}),
  description: attribute(maybe, {}),
  status: attribute(oneOf(...backupStatuses), {}),
  /** The volume's size in GiB. */
  size: attribute(count, {}),
  object_count: attribute(count, {}),
  container: attribute(maybe, {}),
  service: attribute(maybe, {}),
  /** The identifier in the store; the backup's id by default. */
  service_metadata: attribute(maybe, { filter: false }),
  host: attribute(maybe, {}),
  availability_zone: attribute(maybe, {}),
  fail_reason: attribute(maybe, {}),
  data_timestamp: attribute(instant, { filter: false }),
  metadata: attribute(texts, { filter: false }),
  /** The volume's metadata. */
  volume_metadata: attribute(texts, { filter: false }),
  /** Whether the volume is bootable, and its image metadata. */
  bootable: attribute(boolean, {}),
  image_metadata: attribute(texts, { filter: false }),
  /** The key of a backup of an encrypted volume, and the type of that volume; null for others. */
  encryption_key_id: attribute(maybe, { filter: false }),
  volume_type_id: attribute(maybe, { filter: false }),
})
export type Backup = Of<typeof backup>

const summary = { id: Uuid, name: nullable(Type.String()), links: Links }
const Summary = view(summary)
const Whole = view({
  ...summary,
  status: Type.String(),
  size: Type.Integer(),
  object_count: Type.Integer(),
  availability_zone: nullable(Type.String()),
  container: nullable(Type.String()),
  created_at: Type.String(),
  updated_at: nullable(Type.String()),
  description: nullable(Type.String()),
  fail_reason: nullable(Type.String()),
  volume_id: Type.String(),
  is_incremental: Type.Boolean(),
  has_dependent_backups: Type.Boolean(),
  snapshot_id: nullable(Type.String()),
  data_timestamp: Type.String(),
  'os-backup-project-attr:project_id': since(
    '3.18',
    shownTo('backup:backup_project_attribute', Type.String()),
  ),
  metadata: since('3.43', Pairs),
  user_id: since('3.56', Type.String()),
  encryption_key_id: Type.Optional(since('3.64', Type.String())),
})
export type BackupView = Static<typeof Whole>

const query = Type.Object({
  ...paging,
  ...{ name: text, status: text, volume_id: text, 'name~': text, project_id: text, with_count: text },
})
const Count = Type.Optional(since('3.45', Type.Integer()))
const path = '/backups/{backup_id}'
const on = found('backup')
const errors = ['BackupNotFound']
const shown = view({ backup: Summary })

export const listBackups = operation({
  id: 'backups.list',
  method: 'GET',
  path: '/backups',
  summary: 'List backups',
  rule: 'backup:get_all',
  on: ownProject,
  query,
  replies: { 200: view({ backups: Type.Array(Summary), backups_links: NextLink, count: Count }) },
})

export const listBackupsInFull = operation({
  ...listBackups,
  id: 'backups.list_detail',
  path: '/backups/detail',
  summary: 'List backups, with details',
  replies: { 200: view({ backups: Type.Array(Whole), backups_links: NextLink, count: Count }) },
})

export const createBackup = operation({
  id: 'backups.create',
  method: 'POST',
  path: '/backups',
  summary: 'Make a backup of a volume or of a snapshot',
  rule: 'backup:create',
  on: ownProject,
  body: strict({
    backup: strict({
      volume_id: Uuid,
      container: OptionalText,
      name: OptionalText,
      description: OptionalText,
      incremental: Type.Optional(FlagLike),
      force: Type.Optional(FlagLike),
      snapshot_id: Type.Optional(nullable(Uuid)),
      metadata: Type.Optional(since('3.43', nullable(Metadata))),
      availability_zone: Type.Optional(since('3.51', nullable(Type.String({ maxLength: 255 })))),
    }),
  }),
  replies: { 202: shown },
  errors: ['VolumeNotFound', 'InvalidVolume', 'InvalidBackup', 'BackupLimitExceeded'],
})

export const showBackup = operation({
  id: 'backups.show',
  method: 'GET',
  path,
  summary: 'Show a backup',
  rule: 'backup:get',
  on,
  replies: { 200: view({ backup: Whole }) },
  errors,
})

export const updateBackup = operation({
  id: 'backups.update',
  method: 'PUT',
  path,
  since: '3.9',
  summary: 'Change the name or description of a backup',
  rule: 'backup:update',
  on,
  body: strict({
    backup: strict({
      name: OptionalText,
      description: OptionalText,
      metadata: Type.Optional(since('3.43', nullable(Metadata))),
    }),
  }),
  replies: { 200: shown },
  errors,
})

export const deleteBackup = operation({
  id: 'backups.delete',
  method: 'DELETE',
  path,
  summary: 'Delete a backup',
  rule: 'backup:delete',
  on,
  replies: { 202: empty },
  errors: [...errors, 'InvalidBackup'],
})

export const restoreBackup = operation({
  id: 'backups.restore',
  method: 'POST',
  path: '/backups/{backup_id}/restore',
  summary: 'Give a volume what a backup holds',
  rule: 'backup:restore',
  on,
  body: strict({ restore: strict({ volume_id: Type.Optional(nullable(Uuid)), name: OptionalText }) }),
  replies: {
    202: view({
      restore: view({ backup_id: Uuid, volume_id: Uuid, volume_name: nullable(Type.String()) }),
    }),
  },
  errors: [...errors, 'InvalidBackup', 'InvalidVolume'],
})

const base64 = '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$'

/** What another cloud needs to import a backup from a shared store. */
const BackupRecord = {
  backup_service: Type.String({ minLength: 1, maxLength: 255 }),
  backup_url: Type.String({ minLength: 1, pattern: base64 }),
}

export const exportBackupRecord = operation({
  id: 'backups.export_record',
  method: 'GET',
  path: '/backups/{backup_id}/export_record',
  summary: 'Show what another cloud needs to know of a backup',
  rule: 'backup:export-import',
  on,
  replies: { 200: view({ 'backup-record': view(BackupRecord) }) },
  errors: [...errors, 'InvalidBackup'],
})

export const importBackupRecord = operation({
  id: 'backups.import_record',
  method: 'POST',
  path: '/backups/import_record',
  summary: 'Take over a backup of another cloud',
  rule: 'backup:backup-import',
  on: ownProject,
  body: strict({ 'backup-record': strict(BackupRecord) }),
  replies: { 201: shown },
  errors: ['InvalidInput', 'InvalidBackup'],
})

const action = <const Name extends string>(name: Name) =>
  ({
    method: 'POST',
    path: '/backups/{backup_id}/action',
    action: name,
    on,
    replies: { 202: empty },
    errors: [...errors, 'InvalidBackup'],
  }) as const

export const resetBackupStatus = operation({
  ...action('os-reset_status'),
  id: 'backups.reset_status',
  summary: 'Set the status of a backup',
  rule: 'volume_extension:backup_admin_actions:reset_status',
  body: strict({ 'os-reset_status': strict({ status: oneOfWords(['available', 'error']) }) }),
})

export const forceDeleteBackup = operation({
  ...action('os-force_delete'),
  id: 'backups.force_delete',
  summary: 'Delete a backup whatever its status',
  rule: 'volume_extension:backup_admin_actions:force_delete',
})
