import * as operations from '@nimbo/contracts/volume/snapshots'
import { handle } from '../../../api/handle.ts'
import { deleteSnapshot } from '../snapshots.ts'
import { resetSnapshotStatus, updateSnapshotStatus } from './set-status.ts'

const reset = handle(operations.resetSnapshotStatus, async ({ app, ctx, found, body }) => {
  await resetSnapshotStatus(app)(ctx, found.snapshot.id, body['os-reset_status'].status)
})

const update = handle(operations.updateSnapshotStatus, async ({ app, found, body }) => {
  const { status, progress } = body['os-update_snapshot_status']
  await updateSnapshotStatus(app)(found.snapshot, status, progress ?? null)
})

const forceDelete = handle(operations.forceDeleteSnapshot, async ({ app, ctx, found }) => {
  await deleteSnapshot(app)(ctx, found.snapshot.id, { force: true })
})

export const snapshotActions = [reset, update, forceDelete]
