import * as operations from '@nimbo/contracts/orchestration/snapshots'
import {
  contentOf,
  createSnapshot,
  deleteSnapshot,
  needSnapshot,
  restoreSnapshot,
  snapshotsOf,
} from '../../app/stacks/snapshots.ts'
import type { Snapshot } from '../../db/snapshots.ts'
import { handle } from '../handle.ts'
import { livingStackOf } from '../project.ts'
import { instant } from './stack-view.ts'

const view = (snapshot: Snapshot) => ({
  id: snapshot.id,
  name: snapshot.name,
  status: snapshot.status,
  status_reason: snapshot.status_reason,
  creation_time: instant(snapshot.created_at),
  data: contentOf(snapshot),
})

const create = handle(operations.createSnapshot, async (call) =>
  view(await createSnapshot(call.app)(call.ctx, await livingStackOf(call), call.body.name ?? null)),
)

const list = handle(operations.listSnapshots, async (call) => {
  const stack = await livingStackOf(call)
  return { snapshots: (await snapshotsOf(call.app, stack)).map(view) }
})

const show = handle(operations.showSnapshot, async (call) => {
  const stack = await livingStackOf(call)
  return { snapshot: view(await needSnapshot(call.app, stack, call.params.snapshot_id)) }
})

const remove = handle(operations.deleteSnapshot, async (call) => {
  await deleteSnapshot(call.app)(call.ctx, await livingStackOf(call), call.params.snapshot_id)
})

const restore = handle(operations.restoreSnapshot, async (call) => {
  await restoreSnapshot(call.app)(call.ctx, await livingStackOf(call), call.params.snapshot_id)
})

export const snapshots = [create, list, show, remove, restore]
