import type { SurveyedVolume } from '@nimbo/clients/volume-survey'
import type { Databases } from '../../db/cells/databases.ts'
import { madeForServer } from '../../domain/block-devices/boot-volume.ts'
import type { PictureOfRecords, SeenBootVolume } from '../picture.ts'

/** How many volumes are queried per statement, below the databases' limit of parameters. */
const askedAtOnce = 500

/**
 * Volumes created by boots, recognised by their metadata. Deleted disks are searched too: a volume that outlives its
 * server was the server's.
 */
export const lookAtBootVolumes = async (
  databases: Pick<Databases, 'cell'>,
  volumes: readonly SurveyedVolume[],
  { mappings, cells }: Pick<PictureOfRecords, 'mappings' | 'cells'>,
): Promise<readonly SeenBootVolume[]> => {
  const cellOf = new Map(mappings.map(({ serverId, cellId }) => [serverId, cellId]))
  const made = volumes.flatMap(({ id, metadata }) => {
    const serverId = metadata[madeForServer]
    const cellId = serverId === undefined ? undefined : cellOf.get(serverId)
    return serverId === undefined || cellId == null || !cells.includes(cellId)
      ? []
      : [{ id, serverId, cellId }]
  })
  const known = new Set<string>()
  for (const cellId of new Set(made.map((volume) => volume.cellId))) {
    const db = await databases.cell(cellId)
    const ids = made.filter((volume) => volume.cellId === cellId).map(({ id }) => id)
    for (let from = 0; from < ids.length; from += askedAtOnce) {
      const rows = await db
        .selectFrom('block_device_mappings')
        .select('volume_id')
        .where('volume_id', 'in', ids.slice(from, from + askedAtOnce))
        .execute()
      for (const { volume_id: id } of rows) if (id !== null) known.add(id)
    }
  }
  return made.map(({ id, serverId }) => ({ id, serverId, known: known.has(id) }))
}
