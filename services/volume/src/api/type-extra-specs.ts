import { accepted, ok } from '@nimbo/http/reply'
import type { Route } from '@nimbo/http/route'
import { Type } from 'typebox'
import type { VolumeApp } from '../app/app.ts'
import { needType } from '../app/need.ts'
import { removeExtraSpec, setExtraSpecs, showExtraSpec } from '../app/volume-types.ts'
import { isForEveryone, visibleSpecs } from '../domain/type-extra-specs.ts'
import { errors } from '../errors.ts'
import { route } from './route.ts'

const specs = Type.Record(
  Type.String({ pattern: '^[a-zA-Z0-9_.: -]{1,255}$' }),
  Type.String({ maxLength: 255 }),
  { additionalProperties: false, minProperties: 1 },
)
const readSensitive = 'volume_extension:types_extra_specs:read_sensitive'
const path = '/types/{volume_type_id}/extra_specs'

export const typeExtraSpecs: readonly Route<VolumeApp>[] = [
  route({
    method: 'GET',
    path,
    name: 'type_extra_specs.list',
    policy: 'volume_extension:types_extra_specs:index',
    replies: [200],
    handle: async ({ ctx, app, params, allows }) => {
      const { extraSpecs } = await needType(app, ctx, params.volume_type_id)
      return ok({ extra_specs: visibleSpecs(extraSpecs, allows(readSensitive)) })
    },
  }),
  route({
    method: 'POST',
    path,
    name: 'type_extra_specs.create',
    policy: 'volume_extension:types_extra_specs:create',
    body: Type.Object({ extra_specs: specs }),
    replies: [200],
    handle: async ({ ctx, app, params, body }) => {
      await setExtraSpecs(app)(ctx, params.volume_type_id, body.extra_specs)
      return ok({ extra_specs: body.extra_specs })
    },
  }),
  route({
    method: 'GET',
    path: `${path}/{key}`,
    name: 'type_extra_specs.show',
    policy: 'volume_extension:types_extra_specs:show',
    replies: [200],
    handle: async ({ ctx, app, params: { volume_type_id, key }, allows }) => {
      // One that may not be seen is as one that is not there.
      if (!isForEveryone(key) && !allows(readSensitive))
        throw errors.VolumeTypeExtraSpecsNotFound({ id: volume_type_id, key })
      return ok({ [key]: await showExtraSpec(app)(ctx, volume_type_id, key) })
    },
  }),
  route({
    method: 'PUT',
    path: `${path}/{key}`,
    name: 'type_extra_specs.update',
    policy: 'volume_extension:types_extra_specs:update',
    body: specs,
    replies: [200],
    handle: async ({ ctx, app, params: { volume_type_id, key }, body }) => {
      if (!(key in body)) throw errors.BadRequest({ reason: 'Request body and URI mismatch' })
      if (Object.keys(body).length > 1)
        throw errors.BadRequest({ reason: 'Request body contains too many items' })
      await setExtraSpecs(app)(ctx, volume_type_id, body)
      return ok(body)
    },
  }),
  route({
    method: 'DELETE',
    path: `${path}/{key}`,
    name: 'type_extra_specs.delete',
    policy: 'volume_extension:types_extra_specs:delete',
    replies: [202],
    handle: async ({ ctx, app, params }) => {
      await removeExtraSpec(app)(ctx, params.volume_type_id, params.key)
      return accepted()
    },
  }),
]
