import * as operations from '@nimbo/contracts/compute/assisted-snapshots'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'

/** Assisted snapshots are for volumes on file shares that a hypervisor has open; this cloud has only block storage. */
const create = handle(operations.createAssistedSnapshot, async ({ body: { snapshot } }) => {
  throw errors.BadRequest({
    reason: `Volume ${snapshot.volume_id} takes its snapshots by itself: no hypervisor has to assist.`,
  })
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
