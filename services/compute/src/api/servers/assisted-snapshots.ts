import * as operations from '@nimbo/contracts/compute/assisted-snapshots'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'

/**
 * The copy is a complete disk, next to the volume. Nova's type `qcow2`, with which a server continues in a new file on
 * top of the old one, is refused, because this cloud keeps no such chains of files.
 */
const create = handle(operations.createAssistedSnapshot, async ({ app, ctx, body: { snapshot } }) => {
  const { volume_id: volumeId, create_info: info } = snapshot
  if (info.type !== 'raw')
    throw errors.BadRequest({
      reason: `Volume ${volumeId} has no chain of files: its copies are of the type raw.`,
    })
  await app.volumes.snapshot(ctx, { volumeId, snapshotId: info.snapshot_id, path: info.new_file })
  return { snapshot: { id: info.id ?? info.snapshot_id, volumeId } }
})

const volumeOf = (text: string | undefined): unknown => {
  if (text === undefined) return undefined
  try {
    return Object(JSON.parse(text)).volume_id
  } catch {
    return undefined
  }
}

const remove = handle(operations.deleteAssistedSnapshot, async ({ params: { snapshot_id }, query }) => {
  if (typeof volumeOf(query.delete_info) !== 'string')
    throw errors.BadRequest({ reason: 'delete_info must be JSON that names a volume_id.' })
  throw errors.NotFound({ reason: `Snapshot ${snapshot_id} could not be found.` })
})

export const assistedSnapshotRoutes = [create, remove]
