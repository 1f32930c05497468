import { restoreBackup } from '@nimbo/contracts/volume/backups'
import { showType } from '@nimbo/contracts/volume/types'
import { extendVolume, retypeVolume } from '@nimbo/contracts/volume/volume-actions'
import { replaceMetadata, updateVolume } from '@nimbo/contracts/volume/volumes'
import { resourceErrors } from '../../resource-type/errors.ts'
import type { Change, Standing } from '../../resource-type/handling.ts'
import { textPairs } from '../changed-keys.ts'
import { isSettled, liveVolume, makeReadOnly } from './live-volume.ts'
import type { VolumeProperties } from './volume-properties.ts'

type Volume = Standing<VolumeProperties>

/** Applies changes that are immediate, and starts the restore of a backup. */
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
  const { backup_id } = properties
  // If an earlier run started the restore, the status shows it.
  if (changed.has('backup_id') && backup_id !== undefined && isSettled(await liveVolume(handling)))
    await clients.volume.call(restoreBackup, { path: { backup_id }, body: { restore: { volume_id: id } } })
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

/** Whether size and volume type match the template; starts the remaining changes one after another. */
export const isAsWanted = async (
  handling: Volume,
  { changed }: Change<VolumeProperties>,
): Promise<boolean> => {
  const { clients, id, properties } = handling
  const path = { volume_id: id }
  const live = await liveVolume(handling)
  if (!isSettled(live)) return false
  const { size, volume_type } = properties
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
