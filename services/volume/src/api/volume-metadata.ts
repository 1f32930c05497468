import { ok } from '@nimbo/http/reply'
import type { Route } from '@nimbo/http/route'
import { Type } from 'typebox'
import type { VolumeApp } from '../app/app.ts'
import { needVolume } from '../app/need.ts'
import { mergeMetadata, removeMetadataKey, updateVolume } from '../app/update-volume.ts'
import { errors } from '../errors.ts'
import { route } from './route.ts'
import { metadataSchema } from './volume-body.ts'

const body = Type.Object({ metadata: metadataSchema })
const itemBody = Type.Object({ meta: metadataSchema })
const replies = [200]

export const volumeMetadata: readonly Route<VolumeApp>[] = [
  route({
    method: 'GET',
    path: '/volumes/{volume_id}/metadata',
    name: 'volume_metadata.list',
    policy: 'volume:get_volume_metadata',
    replies,
    handle: async ({ ctx, app, params }) =>
      ok({ metadata: (await needVolume(app, ctx, params.volume_id)).metadata }),
  }),
  route({
    method: 'POST',
    path: '/volumes/{volume_id}/metadata',
    name: 'volume_metadata.merge',
    policy: 'volume:create_volume_metadata',
    body,
    replies,
    handle: async ({ ctx, app, params, body }) =>
      ok({ metadata: (await mergeMetadata(app)(ctx, params.volume_id, body.metadata)).metadata }),
  }),
  route({
    method: 'PUT',
    path: '/volumes/{volume_id}/metadata',
    name: 'volume_metadata.replace',
    policy: 'volume:update_volume_metadata',
    body,
    replies,
    handle: async ({ ctx, app, params, body }) => {
      const volume = await updateVolume(app)(ctx, params.volume_id, { metadata: body.metadata })
      return ok({ metadata: volume.metadata })
    },
  }),
  route({
    method: 'GET',
    path: '/volumes/{volume_id}/metadata/{key}',
    name: 'volume_metadata.show',
    policy: 'volume:get_volume_metadata',
    replies,
    handle: async ({ ctx, app, params: { volume_id: id, key } }) => {
      const value = (await needVolume(app, ctx, id)).metadata[key]
      if (value === undefined) throw errors.VolumeMetadataNotFound({ id, key })
      return ok({ meta: { [key]: value } })
    },
  }),
  route({
    method: 'PUT',
    path: '/volumes/{volume_id}/metadata/{key}',
    name: 'volume_metadata.set',
    policy: 'volume:update_volume_metadata',
    body: itemBody,
    replies,
    handle: async ({ ctx, app, params: { volume_id, key }, body: { meta } }) => {
      const value = meta[key]
      if (value === undefined || Object.keys(meta).length !== 1)
        throw errors.BadRequest({ reason: 'Request body and URI mismatch' })
      await mergeMetadata(app)(ctx, volume_id, { [key]: value })
      return ok({ meta: { [key]: value } })
    },
  }),
  route({
    method: 'DELETE',
    path: '/volumes/{volume_id}/metadata/{key}',
    name: 'volume_metadata.delete',
    policy: 'volume:delete_volume_metadata',
    replies,
    handle: async ({ ctx, app, params }) => {
      await removeMetadataKey(app)(ctx, params.volume_id, params.key)
      return { status: 200, headers: {} }
    },
  }),
]
