import { createVolume, listVolumesInFull } from '@nimbo/contracts/volume/volumes'
import type { Handling } from '../../resource-type/handling.ts'
import { makeOnce } from '../../resource-type/make-once.ts'
import { present } from '../../resource-type/present.ts'
import { textPairs } from '../changed-keys.ts'
import type { VolumeProperties } from './volume-properties.ts'

const sources = ['image', 'imageRef', 'snapshot_id', 'source_volid', 'backup_id'] as const

/** Checks the properties of a volume in combination; returns what is wrong. */
export const volumeProblems = (values: Partial<VolumeProperties>): readonly string[] => {
  const given = sources.filter((source) => values[source] !== undefined)
  // A volume that was restored from a backup keeps the source that it was first made from in its template.
  if (given.length > 1 && values.backup_id === undefined)
    return [`If any of the source properties is given, the others must not be: ${given.join(', ')}.`]
  return []
}

/** Requests a volume. */
export const createVolumeOf = ({
  properties,
  resource,
  clients,
  attempt,
}: Handling<VolumeProperties>): Promise<string> => {
  const { name = resource.physicalName, metadata, scheduler_hints, multiattach } = properties
  const { size, availability_zone, backup_id, description, volume_type } = properties
  const source: Partial<VolumeProperties> = backup_id === undefined ? properties : {}
  const { image, imageRef, snapshot_id, source_volid } = source
  return makeOnce(attempt, {
    make: async () => {
      const volume = present({
        ...{ name, size, availability_zone, snapshot_id, backup_id, description, volume_type, source_volid },
        imageRef: image ?? imageRef,
        metadata: textPairs(metadata),
        multiattach: multiattach || undefined,
      })
      const body = present({ volume, 'OS-SCH-HNT:scheduler_hints': scheduler_hints })
      return (await clients.volume.call(createVolume, { body })).volume.id
    },
    find: async () => (await clients.volume.call(listVolumesInFull, { query: { name } })).volumes,
  })
}
