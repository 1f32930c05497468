import { accepted, ok } from '@nimbo/http/reply'
import type { Route } from '@nimbo/http/route'
import { Type } from 'typebox'
import type { VolumeApp } from '../app/app.ts'
import { needType } from '../app/need.ts'
import {
  addAccess,
  createType,
  defaultType,
  listAccess,
  listTypes,
  removeAccess,
  removeType,
  updateType,
} from '../app/volume-types.ts'
import type { VolumeType } from '../db/volume-types.ts'
import { visibleSpecs } from '../domain/type-extra-specs.ts'
import { errors } from '../errors.ts'
import { isTrue } from './paging.ts'
import { route } from './route.ts'
import type { Allows } from './volume-view.ts'

const readSensitive = 'volume_extension:types_extra_specs:read_sensitive'

const view = (type: VolumeType, { allows }: { readonly allows: Allows }) => ({
  id: type.id,
  name: type.name,
  description: type.description,
  is_public: type.isPublic,
  ...(allows('volume_extension:volume_type_access')
    ? { 'os-volume-type-access:is_public': type.isPublic }
    : {}),
  ...(allows('volume_extension:access_types_extra_specs')
    ? { extra_specs: visibleSpecs(type.extraSpecs, allows(readSensitive)) }
    : {}),
  ...(allows('volume_extension:access_types_qos_specs_id') ? { qos_specs_id: null } : {}),
})

const flag = Type.Optional(Type.Union([Type.Boolean(), Type.String()]))
const description = Type.Optional(Type.Union([Type.String({ maxLength: 255 }), Type.Null()]))
const name = Type.String({ minLength: 1, maxLength: 255 })
const access = Type.Object({ project: Type.String({ minLength: 1, maxLength: 255 }) })

const isPublic = (value: boolean | string | undefined): boolean | undefined =>
  value === undefined ? undefined : isTrue(String(value))

const createBody = Type.Object({
  volume_type: Type.Object({
    name,
    description,
    extra_specs: Type.Optional(Type.Record(Type.String({ minLength: 1, maxLength: 255 }), Type.String())),
    'os-volume-type-access:is_public': flag,
  }),
})
const updateBody = Type.Object({
  volume_type: Type.Object({
    name: Type.Optional(Type.Union([name, Type.Null()])),
    description,
    is_public: flag,
  }),
})

export const volumeTypes: readonly Route<VolumeApp>[] = [
  route({
    method: 'GET',
    path: '/types',
    name: 'types.list',
    policy: 'volume_extension:type_get_all',
    replies: [200],
    handle: async (call) => {
      const shown = call.query.is_public
      const types = await listTypes(call.app)(call.ctx)
      const wanted =
        shown === undefined || shown.toLowerCase() === 'none'
          ? types
          : types.filter((type) => type.isPublic === isTrue(shown))
      return ok({ volume_types: wanted.map((type) => view(type, call)) })
    },
  }),
  route({
    method: 'GET',
    path: '/types/default',
    name: 'types.show_default',
    policy: 'volume_extension:type_get',
    replies: [200],
    handle: async (call) => ok({ volume_type: view(await defaultType(call.app)(), call) }),
  }),
  route({
    method: 'GET',
    path: '/types/{volume_type_id}',
    name: 'types.show',
    policy: 'volume_extension:type_get',
    replies: [200],
    handle: async (call) =>
      ok({ volume_type: view(await needType(call.app, call.ctx, call.params.volume_type_id), call) }),
  }),
  route({
    method: 'POST',
    path: '/types',
    name: 'types.create',
    policy: 'volume_extension:type_create',
    body: createBody,
    replies: [200],
    handle: async (call) => {
      const { name, description, extra_specs, ...rest } = call.body.volume_type
      const type = await createType(call.app)(call.ctx, {
        name,
        description: description ?? null,
        isPublic: isPublic(rest['os-volume-type-access:is_public']) ?? true,
        extraSpecs: extra_specs ?? {},
      })
      return ok({ volume_type: view(type, call) })
    },
  }),
  route({
    method: 'PUT',
    path: '/types/{volume_type_id}',
    name: 'types.update',
    policy: 'volume_extension:type_update',
    body: updateBody,
    replies: [200],
    handle: async (call) => {
      const { name, description, is_public } = call.body.volume_type
      if (name === undefined && description === undefined && is_public === undefined) {
        throw errors.BadRequest({
          reason: 'Specify volume type name, description, is_public or a combination thereof.',
        })
      }
      const changes = { name: name ?? undefined, description, isPublic: isPublic(is_public) }
      const type = await updateType(call.app)(call.ctx, call.params.volume_type_id, changes)
      return ok({ volume_type: view(type, call) })
    },
  }),
  route({
    method: 'DELETE',
    path: '/types/{volume_type_id}',
    name: 'types.delete',
    policy: 'volume_extension:type_delete',
    replies: [202],
    handle: async ({ ctx, app, params }) => {
      await removeType(app)(ctx, params.volume_type_id)
      return accepted()
    },
  }),
  route({
    method: 'GET',
    path: '/types/{volume_type_id}/os-volume-type-access',
    name: 'type_access.list',
    policy: 'volume_extension:volume_type_access:get_all_for_type',
    replies: [200],
    handle: async ({ ctx, app, params: { volume_type_id } }) => {
      const projects = await listAccess(app)(ctx, volume_type_id)
      return ok({ volume_type_access: projects.map((project_id) => ({ volume_type_id, project_id })) })
    },
  }),
  route({
    method: 'POST',
    path: '/types/{volume_type_id}/action',
    action: 'addProjectAccess',
    name: 'type_access.add',
    policy: 'volume_extension:volume_type_access:addProjectAccess',
    body: Type.Object({ addProjectAccess: access }),
    replies: [202],
    handle: async ({ ctx, app, params, body }) => {
      await addAccess(app)(ctx, params.volume_type_id, body.addProjectAccess.project)
      return accepted()
    },
  }),
  route({
    method: 'POST',
    path: '/types/{volume_type_id}/action',
    action: 'removeProjectAccess',
    name: 'type_access.remove',
    policy: 'volume_extension:volume_type_access:removeProjectAccess',
    body: Type.Object({ removeProjectAccess: access }),
    replies: [202],
    handle: async ({ ctx, app, params, body }) => {
      await removeAccess(app)(ctx, params.volume_type_id, body.removeProjectAccess.project)
      return accepted()
    },
  }),
]
