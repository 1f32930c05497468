import type { NewVolume } from '@nimbo/contracts/volume/new-volume'
import { type Microversion, microversion } from '@nimbo/operation/microversion'
import type { VolumeOrder } from '../../app/create-volume.ts'
import { isTrue } from '../../app/paging.ts'
import { takenApart } from '../../domain/admin-metadata.ts'
import { errors } from '../../errors.ts'

const inGroups = microversion('3.13')
const fromServerImages = microversion('3.46')
const fromBackups = microversion('3.47')

const given = (text: string | null | undefined): string | undefined => (text ? text : undefined)

/** Reads a request body; `forOthers` says whether the caller may create volumes for another project. */
export const orderOf = (volume: NewVolume, version: Microversion, forOthers: boolean): VolumeOrder => {
  // Multiattach types have replaced the flag since 3.50; it is refused in every version.
  if (isTrue(String(volume.multiattach)))
    throw errors.BadRequest({
      reason:
        'multiattach parameter has been removed. The default behavior is to use multiattach enabled volume types. Contact your administrator to create a multiattach enabled volume type and use it to create multiattach volumes.',
    })
  const size = volume.size
  return {
    name: volume.name ?? volume.display_name ?? null,
    description: volume.description ?? volume.display_description ?? null,
    size: size === undefined || size === null ? undefined : Number(size),
    type: given(volume.volume_type),
    zone: given(volume.availability_zone),
    imageId: given(volume.imageRef) ?? given(volume.image_id),
    takesServerImages: version >= fromServerImages,
    snapshotId: given(volume.snapshot_id),
    sourceVolumeId: given(volume.source_volid),
    groupId: (version >= inGroups ? given(volume.group_id) : undefined) ?? given(volume.consistencygroup_id),
    backupId: version >= fromBackups ? given(volume.backup_id) : undefined,
    ...(forOthers ? takenApart(volume.metadata ?? {}) : { metadata: volume.metadata ?? {} }),
    projectId: forOthers ? given(volume.project_id) : undefined,
  }
}
