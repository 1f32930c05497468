import * as operations from '@nimbo/contracts/volume/volumes'
import type { Call } from '@nimbo/http/route'
import { microversion } from '@nimbo/operation/microversion'
import type { QueryOf } from '@nimbo/operation/operation'
import type { VolumeApp } from '../../app/app.ts'
import { createVolume } from '../../app/create-volume.ts'
import { deleteVolume } from '../../app/delete-volume.ts'
import { countVolumeList, listVolumes } from './list.ts'
import { updateVolume } from './change.ts'
import { consistencyGroupsOf } from '../../db/groups.ts'
import type { Volume } from '../../domain/volume.ts'
import { handle } from '../../api/handle.ts'
import { requireKnownFilters } from '../../app/known-filters.ts'
import { nextLink } from '../../app/links.ts'
import { flagOf } from '../../app/paging.ts'
import { hintsOf } from '../../domain/hints.ts'
import { orderOf } from './body.ts'
import { volumeListOf } from './list-query.ts'
import { changedVolumeView, volumeSummary, volumeView } from './view.ts'

const withCount = microversion('3.45')
const withSummaryMetadata = microversion('3.36')

type ListCall = Call<VolumeApp, unknown, QueryOf<typeof operations.listVolumes>>

const askedOf = (call: ListCall) => {
  requireKnownFilters('volume', call)
  return volumeListOf(call.query, call.version, call.app.config.DEFAULT.osapi_max_limit)
}

type ViewsOf<View> = (volumes: readonly Volume[]) => View[] | Promise<View[]>

/** A page of volumes, which `views` shows with or without details. */
const pageOf = async <View>(call: ListCall, views: ViewsOf<View>) => {
  const { ctx, app, request, version, query } = call
  const asked = askedOf(call)
  const volumes = await listVolumes(app)(ctx, asked)
  const counted = version >= withCount && flagOf('with_count', query.with_count)
  const links = nextLink(request, volumes, asked.limit)
  return {
    volumes: await views(volumes),
    ...(links && { volumes_links: links }),
    ...(counted ? { count: (await countVolumeList(app)(ctx, asked)).count } : {}),
  }
}

const list = handle(operations.listVolumes, (call) =>
  pageOf(call, (volumes) => volumes.map((volume) => volumeSummary(volume, call))),
)

const listInFull = handle(operations.listVolumesInFull, (call) =>
  pageOf(call, async (volumes) => {
    const consistencyGroups = await consistencyGroupsOf(call.app.db, volumes)
    return volumes.map((volume) => volumeView(volume, call, consistencyGroups))
  }),
)

/** All values of the volumes' metadata by key. */
const valuesByKey = (volumes: readonly Volume[]): Record<string, string[]> => {
  const values = new Map<string, Set<string>>()
  for (const { metadata } of volumes)
    for (const [key, value] of Object.entries(metadata))
      values.set(key, (values.get(key) ?? new Set()).add(value))
  return Object.fromEntries([...values].map(([key, found]) => [key, [...found]]))
}

const summarize = handle(operations.summarizeVolumes, async (call) => {
  const { ctx, app, version } = call
  const asked = askedOf(call)
  const { count, gigabytes } = await countVolumeList(app)(ctx, asked)
  const metadata = version < withSummaryMetadata ? {} : valuesByKey(await listVolumes(app)(ctx, asked))
  return { 'volume-summary': { total_size: gigabytes, total_count: count, metadata } }
})

const create = handle(operations.createVolume, async (call) => {
  const { ctx, app, body, enforce } = call
  const order = {
    ...orderOf(body.volume, call.version, app.seesAll(ctx)),
    hints: hintsOf(body['OS-SCH-HNT:scheduler_hints'] ?? body.volume.scheduler_hints),
  }
  if (order.imageId !== undefined) enforce('volume:create_from_image')
  const volume = await createVolume(app)(ctx, order, enforce)
  return { volume: changedVolumeView(volume, call, await consistencyGroupsOf(app.db, [volume])) }
})

const show = handle(operations.showVolume, async (call) => {
  const { volume } = call.found
  return { volume: volumeView(volume, call, await consistencyGroupsOf(call.app.db, [volume])) }
})

const update = handle(operations.updateVolume, async (call) => {
  const { display_name, display_description, metadata, ...rest } = call.body.volume
  const changes = {
    name: rest.name === undefined ? display_name : rest.name,
    description: rest.description === undefined ? display_description : rest.description,
    metadata: metadata ?? undefined,
  }
  const volume = await updateVolume(call.app)(call.ctx, call.params.volume_id, changes)
  return { volume: changedVolumeView(volume, call, await consistencyGroupsOf(call.app.db, [volume])) }
})

const remove = handle(operations.deleteVolume, async ({ ctx, app, found, query, enforce }) => {
  const force = flagOf('force', query.force)
  if (force) enforce('volume:force_delete')
  await deleteVolume(app)(ctx, found.volume, { force, cascade: flagOf('cascade', query.cascade) })
})

export const volumes = [list, listInFull, summarize, create, show, update, remove]
