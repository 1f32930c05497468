import { restoreBackup } from '@nimbo/contracts/volume/backups'
import { showType } from '@nimbo/contracts/volume/types'
import { extendVolume, retypeVolume } from '@nimbo/contracts/volume/volume-actions'
import { replaceMetadata, updateVolume } from '@nimbo/contracts/volume/volumes'
import { resourceErrors } from '../../resource-type/errors.ts'
import type { Change, Standing } from '../../resource-type/handling.ts'
import { present } from '../../resource-type/present.ts'
import { textPairs } from '../changed-keys.ts'
import { type Attachment, attach, detach } from './attachment.ts'
import { isSettled, liveVolume, makeReadOnly } from './live-volume.ts'
import type { VolumeProperties } from './volume-properties.ts'

type Volume = Standing<VolumeProperties>

/** Applies changes that are immediate. */
export const updateVolumeOf = async (handling: Volume, change: Change<VolumeProperties>): Promise<void> => {
  const { clients, id, properties, resource } = handling
  const { changed, before } = change
  const path = { volume_id: id }
  if (changed.has('size') && (properties.size ?? 0) < (before.size ?? 0))
    throw resourceErrors.ResourceFailure({ problem: 'Shrinking volume is not supported.' })
  if (changed.has('name') || changed.has('description'))
    await clients.volume.call(updateVolume, {
      path,
      body: {
        volume: { name: properties.name ?? resource.physicalName, description: properties.description ?? '' },
      },
    })
  if (changed.has('metadata'))
    await clients.volume.call(replaceMetadata, { path, body: { metadata: textPairs(properties.metadata) } })
  if (changed.has('read_only')) await makeReadOnly(handling)
}

const isOfType = async (
  { clients }: Volume,
  live: { readonly volume_type: string | null },
  wanted: string,
): Promise<boolean> => {
  const { volume_type } = await clients.volume.call(showType, { path: { volume_type_id: wanted } })
  return volume_type.name === live.volume_type
}

/** Stores what was requested. Throws if that was requested before: it has ended without effect and therefore failed. */
const begin = async ({ resource, remember, attempt }: Volume, what: string): Promise<void> => {
  const begun = `${attempt.startedAt} ${what}`
  if (resource.data.begun === begun)
    throw resourceErrors.ResourceFailure({ problem: `The volume was not changed: ${what} failed` })
  await remember({ begun })
}

type Live = Awaited<ReturnType<typeof liveVolume>>

const attachmentsOf = (volume_id: string, { attachments }: Live): readonly Attachment[] =>
  attachments.flatMap(({ server_id, device }) =>
    server_id === null
      ? []
      : [present({ instance_uuid: server_id, volume_id, mountpoint: device ?? undefined })],
  )

/** Whether the volume has the content of the backup. Cinder restores only a detached volume, so servers lose it meanwhile. */
const isRestored = async (handling: Volume, live: Live, backup_id: string): Promise<boolean> => {
  const { clients, id, resource, remember, attempt } = handling
  const step = `${attempt.startedAt} ${backup_id}`
  const detached: readonly Attachment[] = JSON.parse(resource.data.detached ?? '[]')
  if (resource.data.restored === step) {
    for (const attachment of detached) await attach(clients, attachment)
    if (detached.length > 0 && live.status !== 'in-use') return false
    await remember({ detached: undefined })
    return true
  }
  if (live.status === 'in-use') {
    // An earlier run may have detached it from some servers.
    const attachments = detached.length > 0 ? detached : attachmentsOf(id, live)
    await remember({ detached: JSON.stringify(attachments) })
    for (const attachment of attachments) await detach(clients, attachment)
    return false
  }
  await clients.volume.call(restoreBackup, { path: { backup_id }, body: { restore: { volume_id: id } } })
  await remember({ restored: step })
  return false
}

/** Whether content, size and volume type match the template; starts the remaining changes one after another. */
export const isAsWanted = async (
  handling: Volume,
  { changed }: Change<VolumeProperties>,
): Promise<boolean> => {
  const { clients, id, properties } = handling
  const path = { volume_id: id }
  const live = await liveVolume(handling)
  if (!isSettled(live)) return false
  const { size, volume_type, backup_id } = properties
  if (changed.has('backup_id') && backup_id !== undefined && !(await isRestored(handling, live, backup_id)))
    return false
  if (changed.has('size') && size !== undefined && live.size < size) {
    await begin(handling, `extend ${size}`)
    await clients.volume.call(extendVolume, { path, body: { 'os-extend': { new_size: size } } })
    return false
  }
  if (
    changed.has('volume_type') &&
    volume_type !== undefined &&
    !(await isOfType(handling, live, volume_type))
  ) {
    const body = { 'os-retype': { new_type: volume_type, migration_policy: 'on-demand' as const } }
    await begin(handling, `retype ${volume_type}`)
    await clients.volume.call(retypeVolume, { path, body })
    return false
  }
  await handling.remember({ begun: undefined })
  return true
}
