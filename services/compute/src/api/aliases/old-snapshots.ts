import type { CataloguedSnapshot } from '@nimbo/clients/volume-catalogue'
import * as operations from '@nimbo/contracts/compute/old-volumes'
import { asBoolean } from '@nimbo/contracts/compute/words'
import { inOldWords } from '../../app/proxies/in-old-words.ts'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'
import { pageAsked } from './page-asked.ts'

const view = (snapshot: CataloguedSnapshot): operations.OldSnapshotView => ({
  id: snapshot.id,
  volumeId: snapshot.volume_id,
  status: snapshot.status,
  size: snapshot.size,
  createdAt: snapshot.created_at,
  displayName: snapshot.name,
  displayDescription: snapshot.description,
})

const missing = (id: string): string => `Snapshot ${id} could not be found.`

const listing = (operation: typeof operations.listOldSnapshots | typeof operations.listOldSnapshotsInFull) =>
  handle(operation, async ({ app, ctx, query }) => ({
    snapshots: (await app.deps.clients.proxied.volumes.snapshots(ctx, pageAsked(app, query))).map(view),
  }))

const create = handle(operations.createOldSnapshot, async ({ app, ctx, body }) => {
  const {
    volume_id,
    force,
    display_name: name = null,
    display_description: description = null,
  } = body.snapshot
  const wanted = { volume_id, name, description, force: asBoolean(force) }
  const { volumes } = app.deps.clients.proxied
  const missingVolume = errors.VolumeNotFound({ id: volume_id }).message
  return { snapshot: view(await inOldWords(volumes.createSnapshot(ctx, wanted), missingVolume)) }
})

const show = handle(operations.showOldSnapshot, async ({ app, ctx, params: { snapshot_id: id } }) => ({
  snapshot: view(await inOldWords(app.deps.clients.proxied.volumes.snapshot(ctx, id), missing(id))),
}))

const remove = handle(operations.deleteOldSnapshot, async ({ app, ctx, params: { snapshot_id: id } }) => {
  await inOldWords(app.deps.clients.proxied.volumes.removeSnapshot(ctx, id), missing(id))
})

export const oldSnapshotRoutes = [
  listing(operations.listOldSnapshots),
  listing(operations.listOldSnapshotsInFull),
  create,
  show,
  remove,
]
