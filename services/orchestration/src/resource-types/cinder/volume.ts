import { createBackup, deleteBackup, listBackupsInFull, showBackup } from '@nimbo/contracts/volume/backups'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import { resourceErrors } from '../../resource-type/errors.ts'
import { createVolumeOf, volumeProblems } from './create-volume.ts'
import { deleteAtRest, isSettled, liveVolume, makeReadOnly } from './live-volume.ts'
import { isAsWanted, updateVolumeOf } from './update-volume.ts'
import { range } from '../../resource-type/constraint.ts'
import { makeOnce } from '../../resource-type/make-once.ts'
import { anyMap, boolean, integer, like, string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

export const volume = defineResourceType({
  type: 'OS::Cinder::Volume',
  properties: {
    availability_zone: string(),
    size: integer({ update: 'in-place', constraints: [range({ min: 1 })] }),
    snapshot_id: like('cinder.snapshot'),
    backup_id: like('cinder.backup', { update: 'in-place' }),
    name: string({ update: 'in-place' }),
    description: string({ update: 'in-place' }),
    volume_type: like('cinder.vtype', { update: 'in-place' }),
    metadata: anyMap({ update: 'in-place', default: {} }),
    imageRef: string({ support: { status: 'HIDDEN', since: '5.0.0' } }),
    image: like('glance.image'),
    source_volid: like('cinder.volume'),
    scheduler_hints: anyMap({ support: { since: '2015.1' } }),
    read_only: boolean({ update: 'in-place', support: { since: '5.0.0' } }),
    multiattach: boolean({ default: false, support: { status: 'HIDDEN', since: '13.0.0' } }),
  },
  client: 'volume',
  validate: volumeProblems,
  create: createVolumeOf,
  isCreated: async (handling) => {
    const live = await liveVolume(handling)
    if (!isSettled(live)) return false
    await makeReadOnly(handling)
    return true
  },
  show: liveVolume,
  check: async (handling) => {
    const live = await liveVolume(handling)
    if (!isSettled(live)) throw resourceErrors.ResourceFailure({ problem: `The volume is ${live.status}` })
  },
  // Replacing a volume loses its content, so it is kept unless it is beyond use.
  isUsable: async (handling) => {
    const live = await unlessNotFound(liveVolume(handling))
    return live !== undefined && live.status !== 'error' && live.status !== 'deleting'
  },
  update: updateVolumeOf,
  isUpdated: isAsWanted,
  delete: deleteAtRest,
  isDeleted: async (handling) => {
    const live = await unlessNotFound(liveVolume(handling))
    if (live?.status === 'error_deleting')
      throw resourceErrors.ResourceInError({
        status: live.status,
        reason: 'Volume in use or deletion failed',
      })
    if (live !== undefined) await unlessNotFound(deleteAtRest(handling))
    return live === undefined
  },
  observed: ({ name, description, size, metadata }) => ({
    ...(name === null ? {} : { name }),
    ...(description === null ? {} : { description }),
    size,
    metadata,
  }),
  snapshot: async ({ clients, id, resource, attempt }) => {
    const name = resource.physicalName
    // Each snapshot of the stack makes a backup of this name, and only this tells them apart.
    const description = `Snapshot begun at ${attempt.startedAt}`
    const backup = { volume_id: id, name, description, force: true }
    const backup_id = await makeOnce(attempt, {
      make: async () => (await clients.volume.call(createBackup, { body: { backup } })).backup.id,
      find: async () =>
        (await clients.volume.call(listBackupsInFull, { query: { volume_id: id, name } })).backups,
      isIt: (found) => found.description === description,
    })
    return { backup_id }
  },
  isSnapshotted: async ({ clients }, { backup_id = '' }) => {
    const { backup } = await clients.volume.call(showBackup, { path: { backup_id } })
    if (backup.status === 'error')
      throw resourceErrors.ResourceInError({
        status: 'error',
        reason: String(backup.fail_reason ?? 'Unknown'),
      })
    return backup.status === 'available'
  },
  deleteSnapshot: async ({ clients }, { backup_id = '' }) => {
    await unlessNotFound(clients.volume.call(deleteBackup, { path: { backup_id } }))
  },
  restore: ({ backup_id = '' }) => ({ backup_id }),
  attributes: {
    availability_zone: { type: 'string' },
    size: { type: 'string', of: ({ size }) => String(size) },
    snapshot_id: { type: 'string' },
    display_name: { type: 'string', of: ({ name }) => name },
    display_description: { type: 'string', of: ({ description }) => description },
    volume_type: { type: 'string' },
    metadata: { type: 'string', of: ({ metadata }) => JSON.stringify(metadata) },
    source_volid: { type: 'string' },
    status: { type: 'string' },
    created_at: { type: 'string' },
    bootable: { type: 'string' },
    metadata_values: { type: 'map', of: ({ metadata }) => metadata },
    encrypted: { type: 'string', of: ({ encrypted }) => (encrypted ? 'True' : 'False') },
    attachments: {
      type: 'string',
      support: { status: 'DEPRECATED', since: '9.0.0' },
      of: ({ attachments }) => JSON.stringify(attachments),
    },
    attachments_list: { type: 'list', support: { since: '9.0.0' }, of: ({ attachments }) => attachments },
    multiattach: { type: 'boolean', support: { since: '6.0.0' } },
  },
})
