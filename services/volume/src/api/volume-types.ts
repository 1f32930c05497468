import * as operations from '@nimbo/contracts/volume/types'
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
import { handle } from './handle.ts'
import { isTrue } from './paging.ts'
import type { Allows } from './volume-view.ts'

const view = (type: VolumeType, { allows }: { readonly allows: Allows }): operations.VolumeTypeView => ({
  id: type.id,
  name: type.name,
  description: type.description,
  is_public: type.isPublic,
  'os-volume-type-access:is_public': type.isPublic,
  extra_specs: visibleSpecs(type.extraSpecs, allows(operations.readSensitive)),
  qos_specs_id: null,
})

const isPublic = (value: boolean | string | undefined): boolean | undefined =>
  value === undefined ? undefined : isTrue(String(value))

const list = handle(operations.listTypes, async (call) => {
  const shown = call.query.is_public
  const types = await listTypes(call.app)(call.ctx)
  const wanted =
    shown === undefined || shown.toLowerCase() === 'none'
      ? types
      : types.filter((type) => type.isPublic === isTrue(shown))
  return { volume_types: wanted.map((type) => view(type, call)) }
})

const showDefault = handle(operations.showDefaultType, async (call) => ({
  volume_type: view(await defaultType(call.app)(), call),
}))

const show = handle(operations.showType, async (call) => ({ volume_type: view(call.found.type, call) }))

const create = handle(operations.createType, async (call) => {
  const { name, description, extra_specs, ...rest } = call.body.volume_type
  const type = await createType(call.app)(call.ctx, {
    name,
    description: description ?? null,
    isPublic: isPublic(rest['os-volume-type-access:is_public']) ?? true,
    extraSpecs: extra_specs ?? {},
  })
  return { volume_type: view(type, call) }
})

const update = handle(operations.updateType, async (call) => {
  const { name, description, is_public } = call.body.volume_type
  if (name === undefined && description === undefined && is_public === undefined) {
    throw errors.BadRequest({
      reason: 'Specify volume type name, description, is_public or a combination thereof.',
    })
  }
  const changes = { name: name ?? undefined, description, isPublic: isPublic(is_public) }
  const type = await updateType(call.app)(call.ctx, call.params.volume_type_id, changes)
  return { volume_type: view(type, call) }
})

const remove = handle(operations.deleteType, async ({ ctx, app, params }) => {
  await removeType(app)(ctx, params.volume_type_id)
})

const listTypeAccess = handle(operations.listTypeAccess, async ({ ctx, app, params: { volume_type_id } }) => {
  const projects = await listAccess(app)(ctx, volume_type_id)
  return { volume_type_access: projects.map((project_id) => ({ volume_type_id, project_id })) }
})

const addTypeAccess = handle(operations.addTypeAccess, async ({ ctx, app, params, body }) => {
  await addAccess(app)(ctx, params.volume_type_id, body.addProjectAccess.project)
})

const removeTypeAccess = handle(operations.removeTypeAccess, async ({ ctx, app, params, body }) => {
  await removeAccess(app)(ctx, params.volume_type_id, body.removeProjectAccess.project)
})

export const volumeTypes = [
  list,
  showDefault,
  show,
  create,
  update,
  remove,
  listTypeAccess,
  addTypeAccess,
  removeTypeAccess,
]
