import { accepted, ok } from '@nimbo/http/reply'
import type { Route } from '@nimbo/http/route'
import { lowered } from '@nimbo/http/versioned'
import { microversion } from '@nimbo/operation/microversion'
import { Type } from 'typebox'
import type { VolumeApp } from '../app/app.ts'
import { needSnapshot } from '../app/need.ts'
import {
  createSnapshot,
  deleteSnapshot,
  listSnapshots,
  removeSnapshotKey,
  updateSnapshot,
} from '../app/snapshots.ts'
import type { Snapshot } from '../domain/snapshot.ts'
import { pageLinks } from './links.ts'
import { isTrue, pagingOf } from './paging.ts'
import { route } from './route.ts'
import { metadataSchema } from './volume-body.ts'
import type { Viewer } from './volume-view.ts'
import { wireTime } from './wire-time.ts'

/** From 3.66 on a volume in use needs no force. */
const withoutForce = microversion('3.66')

const newestView = (snapshot: Snapshot) => ({
  id: snapshot.id,
  name: snapshot.name,
  description: snapshot.description,
  volume_id: snapshot.volumeId,
  status: snapshot.status,
  size: snapshot.size,
  metadata: snapshot.metadata,
  created_at: wireTime(snapshot.createdAt),
  updated_at: wireTime(snapshot.updatedAt),
  user_id: snapshot.userId,
  group_snapshot_id: null,
  consumes_quota: snapshot.consumesQuota,
})

const lower = lowered<ReturnType<typeof newestView>>(
  ['3.65', ({ consumes_quota: _, ...view }) => view],
  ['3.41', ({ user_id: _, ...view }) => view],
  ['3.14', ({ group_snapshot_id: _, ...view }) => view],
)

const shortView = (snapshot: Snapshot, { version }: Viewer): object => lower(newestView(snapshot), version)

const longView = (snapshot: Snapshot, viewer: Viewer): object => ({
  ...shortView(snapshot, viewer),
  ...(viewer.allows('volume_extension:extended_snapshot_attributes', { project_id: snapshot.projectId })
    ? {
        'os-extended-snapshot-attributes:progress': snapshot.status === 'available' ? '100%' : '0%',
        'os-extended-snapshot-attributes:project_id': snapshot.projectId,
      }
    : {}),
})

const text = Type.Optional(Type.Union([Type.String({ maxLength: 255 }), Type.Null()]))

const list = (path: '/snapshots' | '/snapshots/detail', view: typeof shortView): Route<VolumeApp> =>
  route({
    method: 'GET',
    path,
    name: path === '/snapshots' ? 'snapshots.list' : 'snapshots.list_detail',
    policy: 'volume:get_all_snapshots',
    replies: [200],
    handle: async (call) => {
      const { ctx, app, request } = call
      const filters = Object.fromEntries(
        ['volume_id', 'status', 'name'].flatMap((name) => {
          const value = request.query.get(name)
          return value === null ? [] : [[name, value]]
        }),
      )
      const paging = pagingOf(request.query, app.config.DEFAULT.osapi_max_limit)
      const allProjects = isTrue(request.query.get('all_tenants'))
      const found = await listSnapshots(app)(ctx, { ...paging, filters, allProjects })
      return ok({
        snapshots: found.map((snapshot) => view(snapshot, call)),
        ...pageLinks(request, 'snapshots', found, paging.limit),
      })
    },
  })

export const snapshots: readonly Route<VolumeApp>[] = [
  list('/snapshots', shortView),
  list('/snapshots/detail', longView),
  route({
    method: 'POST',
    path: '/snapshots',
    name: 'snapshots.create',
    policy: 'volume:create_snapshot',
    body: Type.Object({
      snapshot: Type.Object({
        volume_id: Type.String({ format: 'uuid' }),
        name: text,
        description: text,
        force: Type.Optional(Type.Union([Type.Boolean(), Type.String()])),
        metadata: Type.Optional(Type.Union([metadataSchema, Type.Null()])),
      }),
    }),
    replies: [202],
    handle: async (call) => {
      const { volume_id, name, description, force, metadata } = call.body.snapshot
      const snapshot = await createSnapshot(call.app)(call.ctx, {
        volumeId: volume_id,
        name: name ?? null,
        description: description ?? null,
        metadata: metadata ?? {},
        force: call.version >= withoutForce || isTrue(String(force ?? '')),
      })
      return accepted({ snapshot: shortView(snapshot, call) })
    },
  }),
  route({
    method: 'GET',
    path: '/snapshots/{snapshot_id}',
    name: 'snapshots.show',
    policy: 'volume:get_snapshot',
    replies: [200],
    handle: async (call) =>
      ok({ snapshot: longView(await needSnapshot(call.app, call.ctx, call.params.snapshot_id), call) }),
  }),
  route({
    method: 'PUT',
    path: '/snapshots/{snapshot_id}',
    name: 'snapshots.update',
    policy: 'volume:update_snapshot',
    body: Type.Object({ snapshot: Type.Object({ name: text, description: text }, { minProperties: 1 }) }),
    replies: [200],
    handle: async (call) => {
      const changed = await updateSnapshot(call.app)(call.ctx, call.params.snapshot_id, call.body.snapshot)
      return ok({ snapshot: shortView(changed, call) })
    },
  }),
  route({
    method: 'DELETE',
    path: '/snapshots/{snapshot_id}',
    name: 'snapshots.delete',
    policy: 'volume:delete_snapshot',
    replies: [202],
    handle: async ({ ctx, app, params }) => {
      await deleteSnapshot(app)(ctx, params.snapshot_id)
      return accepted()
    },
  }),
  route({
    method: 'GET',
    path: '/snapshots/{snapshot_id}/metadata',
    name: 'snapshot_metadata.list',
    policy: 'volume:get_snapshot_metadata',
    replies: [200],
    handle: async ({ ctx, app, params }) =>
      ok({ metadata: (await needSnapshot(app, ctx, params.snapshot_id)).metadata }),
  }),
  ...(['POST', 'PUT'] as const).map((method) =>
    route({
      method,
      path: '/snapshots/{snapshot_id}/metadata',
      name: method === 'PUT' ? 'snapshot_metadata.replace' : 'snapshot_metadata.merge',
      policy: 'volume:update_snapshot_metadata',
      body: Type.Object({ metadata: metadataSchema }),
      replies: [200],
      handle: async ({ ctx, app, params, body }) => {
        const changes = { metadata: body.metadata, replace: method === 'PUT' }
        return ok({ metadata: (await updateSnapshot(app)(ctx, params.snapshot_id, changes)).metadata })
      },
    }),
  ),
  route({
    method: 'DELETE',
    path: '/snapshots/{snapshot_id}/metadata/{key}',
    name: 'snapshot_metadata.delete',
    policy: 'volume:delete_snapshot_metadata',
    replies: [200],
    handle: async ({ ctx, app, params }) => {
      await removeSnapshotKey(app)(ctx, params.snapshot_id, params.key)
      return { status: 200, headers: {} }
    },
  }),
]
