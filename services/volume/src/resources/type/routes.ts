import * as operations from '@nimbo/contracts/volume/types'
import {
  addAccess,
  createType,
  listAccess,
  listTypes,
  removeAccess,
  removeType,
  updateType,
} from './types.ts'
import type { VolumeType } from '../../db/volume-types.ts'
import { visibleSpecs } from '../../domain/type-extra-specs.ts'
import { errors } from '../../errors.ts'
import { handle } from '../../api/handle.ts'
import { defaultType } from '../../app/default-type.ts'
import { nextLink } from '../../app/links.ts'
import { hasPairs, pageOfFew } from '../../app/page-of-few.ts'
import { isTrue, pagingOf } from '../../app/paging.ts'
import { publicityIn } from '../../app/publicity.ts'
import { orderOf, type SortKeys } from '../../app/sort.ts'
import type { Allows } from '../volume/view.ts'

/** The attributes of a type in every response. */
const changedView = (type: VolumeType, { allows }: { readonly allows: Allows }) => ({
  id: type.id,
  name: type.name,
  description: type.description,
  is_public: type.isPublic,
  extra_specs: visibleSpecs(type.extraSpecs, allows(operations.readSensitive)),
})

const newView = (type: VolumeType, viewer: { readonly allows: Allows }) => ({
  ...changedView(type, viewer),
  'os-volume-type-access:is_public': type.isPublic,
})

const view = (type: VolumeType, viewer: { readonly allows: Allows }): operations.VolumeTypeView => ({
  ...newView(type, viewer),
  qos_specs_id: type.qosSpecsId,
})

const isPublic = (value: boolean | string | undefined): boolean | undefined =>
  value === undefined ? undefined : isTrue(String(value))

const sortKeys: SortKeys = {
  columns: {
    ...{ id: 'id', name: 'name', description: 'description', is_public: 'is_public' },
    ...{ created_at: 'created_at', updated_at: 'updated_at' },
  },
  nullable: ['description'],
}

const columnOf = (type: VolumeType, column: string): string | number | null =>
  column === 'is_public'
    ? Number(type.isPublic)
    : ({
        id: type.id,
        name: type.name,
        description: type.description,
        created_at: type.createdAt,
        updated_at: type.updatedAt,
      }[column] ?? null)

const list = handle(operations.listTypes, async (call) => {
  const { app, ctx, query, request, allows } = call
  const seesAll = allows(operations.readSensitive)
  // Only administrators can filter by `is_public`.
  const publicity = app.seesAll(ctx) ? publicityIn(query.is_public) : undefined
  const wanted = (await listTypes(app)(ctx)).filter(
    (type) =>
      (publicity === undefined || type.isPublic === publicity) &&
      (query.name === undefined || type.name === query.name) &&
      // A filter by an extra spec that the caller may not see would disclose it.
      hasPairs(visibleSpecs(type.extraSpecs, seesAll), query.extra_specs),
  )
  const paging = pagingOf(query, app.config.DEFAULT.osapi_max_limit)
  const page = pageOfFew(wanted, { ...paging, order: orderOf(query, sortKeys) }, columnOf)
  if (page === undefined) throw errors.VolumeTypeNotFound({ id: query.marker ?? '' })
  const links = nextLink(request, page, paging.limit)
  return { volume_types: page.map((type) => view(type, call)), ...(links && { volume_type_links: links }) }
})

const showDefault = handle(operations.showDefaultType, async (call) => ({
  volume_type: view(await defaultType(call.app)(call.ctx), call),
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
  return { volume_type: newView(type, call) }
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
  return { volume_type: changedView(type, call) }
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
