import { accepted, ok } from '@nimbo/http/reply'
import type { Route } from '@nimbo/http/route'
import { microversion } from '@nimbo/operation/microversion'
import type { VolumeApp } from '../app/app.ts'
import { createVolume } from '../app/create-volume.ts'
import { deleteVolume } from '../app/delete-volume.ts'
import { countVolumeList, listVolumes } from '../app/list-volumes.ts'
import { needVolume } from '../app/need.ts'
import { updateVolume } from '../app/update-volume.ts'
import { errors } from '../errors.ts'
import { pageLinks } from './links.ts'
import { isTrue } from './paging.ts'
import { route } from './route.ts'
import { createBody, orderOf, updateBody } from './volume-body.ts'
import { volumeListOf } from './volume-list-query.ts'
import { changedVolumeView, volumeSummary, volumeView } from './volume-view.ts'

const withCount = microversion('3.45')
const withForce = microversion('3.23')
const withSummaryMetadata = microversion('3.36')

/** The short list and the long one differ in how they show each volume. */
const list = (
  path: '/volumes' | '/volumes/detail',
  name: string,
  view: typeof volumeView,
): Route<VolumeApp> =>
  route({
    method: 'GET',
    path,
    name,
    policy: 'volume:get_all',
    replies: [200],
    handle: async (call) => {
      const { ctx, app, request, version } = call
      const asked = volumeListOf(request.query, app.config.DEFAULT.osapi_max_limit)
      const volumes = await listVolumes(app)(ctx, asked)
      const counted = version >= withCount && isTrue(request.query.get('with_count'))
      return ok({
        volumes: volumes.map((volume) => view(volume, call)),
        ...pageLinks(request, 'volumes', volumes, asked.limit),
        ...(counted ? { count: (await countVolumeList(app)(ctx, asked)).count } : {}),
      })
    },
  })

export const volumes: readonly Route<VolumeApp>[] = [
  list('/volumes', 'volumes.list', volumeSummary),
  list('/volumes/detail', 'volumes.list_detail', volumeView),
  route({
    method: 'GET',
    path: '/volumes/summary',
    name: 'volumes.summary',
    since: '3.12',
    policy: 'volume:get_all',
    replies: [200],
    handle: async ({ ctx, app, request, version }) => {
      const asked = volumeListOf(request.query, app.config.DEFAULT.osapi_max_limit)
      const { count, gigabytes } = await countVolumeList(app)(ctx, asked)
      const metadata: Record<string, string[]> = {}
      if (version >= withSummaryMetadata) {
        for (const volume of await listVolumes(app)(ctx, asked)) {
          for (const [key, value] of Object.entries(volume.metadata))
            metadata[key] = [...new Set([...(metadata[key] ?? []), value])]
        }
      }
      const summary = { total_size: gigabytes, total_count: count }
      return ok({
        'volume-summary': version >= withSummaryMetadata ? { ...summary, metadata } : summary,
      })
    },
  }),
  route({
    method: 'POST',
    path: '/volumes',
    name: 'volumes.create',
    policy: 'volume:create',
    body: createBody,
    replies: [202],
    handle: async (call) => {
      const { ctx, app, body, enforce } = call
      const order = orderOf(body, app.seesAll(ctx))
      if (order.imageId !== undefined) enforce('volume:create_from_image')
      return accepted({ volume: changedVolumeView(await createVolume(app)(ctx, order, enforce), call) })
    },
  }),
  route({
    method: 'GET',
    path: '/volumes/{volume_id}',
    name: 'volumes.show',
    policy: 'volume:get',
    replies: [200],
    handle: async (call) =>
      ok({ volume: volumeView(await needVolume(call.app, call.ctx, call.params.volume_id), call) }),
  }),
  route({
    method: 'PUT',
    path: '/volumes/{volume_id}',
    name: 'volumes.update',
    policy: 'volume:update',
    body: updateBody,
    replies: [200],
    handle: async (call) => {
      const { display_name, display_description, metadata, ...rest } = call.body.volume
      const changes = {
        name: rest.name ?? display_name,
        description: rest.description ?? display_description,
        metadata: metadata ?? undefined,
      }
      const volume = await updateVolume(call.app)(call.ctx, call.params.volume_id, changes)
      return ok({ volume: changedVolumeView(volume, call) })
    },
  }),
  route({
    method: 'DELETE',
    path: '/volumes/{volume_id}',
    name: 'volumes.delete',
    policy: 'volume:delete',
    replies: [202],
    handle: async ({ ctx, app, params, request, version, enforce }) => {
      const force = version >= withForce && isTrue(request.query.get('force'))
      if (isTrue(request.query.get('cascade')))
        throw errors.BadRequest({ reason: 'Deleting a volume with its snapshots at once is not supported.' })
      if (force) enforce('volume:force_delete')
      await deleteVolume(app)(ctx, params.volume_id, { force })
      return accepted()
    },
  }),
]
