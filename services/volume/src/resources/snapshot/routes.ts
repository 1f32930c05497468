import * as operations from '@nimbo/contracts/volume/snapshots'
import type { Call } from '@nimbo/http/route'
import { own } from '@nimbo/kernel/own'
import { microversion } from '@nimbo/operation/microversion'
import type { QueryOf } from '@nimbo/operation/operation'
import type { VolumeApp } from '../../app/app.ts'
import {
  countSnapshots,
  createSnapshot,
  deleteSnapshot,
  listSnapshots,
  removeSnapshotKey,
  updateSnapshot,
} from './snapshots.ts'
import type { Snapshot } from '../../domain/snapshot.ts'
import { errors } from '../../errors.ts'
import { handle } from '../../api/handle.ts'
import { nextLink } from '../../app/links.ts'
import { flagOf, isTrue } from '../../app/paging.ts'
import { requireKnownFilters } from '../../app/known-filters.ts'
import { snapshotListOf } from './list-query.ts'
import { listedSnapshot, snapshotSummary, snapshotView } from './view.ts'

/** From 3.66 on, snapshots of volumes in use need no force. */
const withoutForce = microversion('3.66')
const withCount = microversion('3.45')

type ListCall = Call<VolumeApp, unknown, QueryOf<typeof operations.listSnapshots>>

const pageOf = async <View>(call: ListCall, view: (one: Snapshot) => View) => {
  const { ctx, app, query, version, request } = call
  requireKnownFilters('snapshot', call)
  const asked = snapshotListOf(query, version, app.config.DEFAULT.osapi_max_limit)
  const found = await listSnapshots(app)(ctx, asked)
  const links = nextLink(request, found, asked.limit)
  const counted = version >= withCount && flagOf('with_count', query.with_count)
  return {
    snapshots: found.map(view),
    ...(links && { snapshots_links: links }),
    ...(counted ? { count: await countSnapshots(app)(ctx, asked) } : {}),
  }
}

const list = handle(operations.listSnapshots, (call) => pageOf(call, listedSnapshot))

const listInFull = handle(operations.listSnapshotsInFull, (call) => pageOf(call, snapshotView(call)))

const create = handle(operations.createSnapshot, async (call) => {
  const { volume_id, name, description, force, metadata } = call.body.snapshot
  if (call.version >= withoutForce && force !== undefined && !isTrue(String(force)))
    throw errors.BadRequest({
      reason:
        "Since microversion 3.66 the 'force' flag is invalid for this request. For backward compatability, however, when the 'force' flag is passed with a value evaluating to True, it is silently ignored.",
    })
  // A null id is answered like an unknown one.
  if (volume_id === null) throw errors.VolumeNotFound({ id: 'None' })
  const snapshot = await createSnapshot(call.app)(call.ctx, {
    volumeId: volume_id,
    name: name ?? call.body.snapshot.display_name ?? null,
    description: description ?? call.body.snapshot.display_description ?? null,
    metadata: metadata ?? {},
    force: call.version >= withoutForce || isTrue(String(force ?? '')),
  })
  return { snapshot: snapshotSummary(snapshot) }
})

const show = handle(operations.showSnapshot, async (call) => ({
  snapshot: snapshotView(call)(call.found.snapshot),
}))

const update = handle(operations.updateSnapshot, async ({ ctx, app, params, body }) => {
  const { name, description, display_name, display_description } = body.snapshot
  const changes = { name: name ?? display_name, description: description ?? display_description }
  return { snapshot: snapshotSummary(await updateSnapshot(app)(ctx, params.snapshot_id, changes)) }
})

const remove = handle(operations.deleteSnapshot, async ({ ctx, app, params }) => {
  await deleteSnapshot(app)(ctx, params.snapshot_id)
})

const listMetadata = handle(operations.listSnapshotMetadata, async ({ found }) => ({
  metadata: found.snapshot.metadata,
}))

const mergeMetadata = handle(operations.mergeSnapshotMetadata, async ({ ctx, app, params, body }) => {
  const changes = { metadata: body.metadata, replace: false }
  return { metadata: (await updateSnapshot(app)(ctx, params.snapshot_id, changes)).metadata }
})

const replaceMetadata = handle(operations.replaceSnapshotMetadata, async ({ ctx, app, params, body }) => {
  const changes = { metadata: body.metadata, replace: true }
  return { metadata: (await updateSnapshot(app)(ctx, params.snapshot_id, changes)).metadata }
})

const showMetadata = handle(operations.showSnapshotMetadata, async ({ found, params: { key } }) => {
  const value = own(found.snapshot.metadata, key)
  if (value === undefined) throw errors.SnapshotMetadataNotFound({ id: found.snapshot.id, key })
  return { meta: { [key]: value } }
})

const setMetadata = handle(operations.setSnapshotMetadata, async ({ ctx, app, params, body: { meta } }) => {
  const { snapshot_id, key } = params
  const value = own(meta, key)
  if (value === undefined || Object.keys(meta).length !== 1)
    throw errors.BadRequest({ reason: 'Request body and URI mismatch' })
  await updateSnapshot(app)(ctx, snapshot_id, { metadata: { [key]: value } })
  return { meta: { [key]: value } }
})

const deleteMetadata = handle(operations.deleteSnapshotMetadata, async ({ ctx, app, params }) => {
  await removeSnapshotKey(app)(ctx, params.snapshot_id, params.key)
})

export const snapshots = [
  list,
  listInFull,
  create,
  show,
  update,
  remove,
  listMetadata,
  mergeMetadata,
  replaceMetadata,
  showMetadata,
  setMetadata,
  deleteMetadata,
]
