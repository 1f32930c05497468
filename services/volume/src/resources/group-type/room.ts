import * as operations from '@nimbo/contracts/volume/group-types'
import { handlersOf } from '@nimbo/http/handle'
import { own } from '@nimbo/kernel/own'
import type { Room } from '../../api/room.ts'
import type { VolumeApp } from '../../app/app.ts'
import { nextLink } from '../../app/links.ts'
import { listKind } from '../../app/list-kind.ts'
import { isTrue } from '../../app/paging.ts'
import { publicityIn } from '../../app/publicity.ts'
import { groupTypes } from '../../db/group-types.ts'
import { errors } from '../../errors.ts'
import {
  addGroupType,
  changeGroupType,
  needGroupType,
  removeGroupSpec,
  removeGroupType,
  setGroupSpecs,
} from './group-types.ts'
import { createGroupTypes } from './migration.ts'

// Group types have no owner: they are public, or for administrators only.
const handle = handlersOf<VolumeApp>()({
  group_type: { by: 'group_type_id', find: ({ app, ctx }, id) => needGroupType(app, ctx, id) },
})

const view = ({ id, name, description, is_public, group_specs }: operations.GroupType) => ({
  ...{ id, name, description, is_public },
  group_specs: { ...group_specs },
})

const flag = (value: boolean | string | undefined): boolean | undefined =>
  value === undefined ? undefined : isTrue(String(value))

const list = handle(operations.listGroupTypes, async (call) => {
  const owners = call.app.seesAll(call.ctx) ? 'nobody' : 'projects'
  const { is_public, ...query } = call.query
  const wanted = publicityIn(is_public) === undefined ? query : call.query
  const { items, limit } = await listKind(groupTypes, { ...call, query: wanted }, owners)
  const links = nextLink(call.request, items, limit)
  return { group_types: items.map(view), ...(links && { group_type_links: links }) }
})

const showDefault = handle(operations.showDefaultGroupType, async ({ app }) => {
  const name = app.config.DEFAULT.default_group_type
  const [type] = name === undefined ? [] : await groupTypes.list(app.db, 'all', { name: [name] })
  if (!type) throw errors.DefaultGroupTypeNotFound()
  return { group_type: view(type) }
})

const show = handle(operations.showGroupType, async ({ found }) => ({ group_type: view(found.group_type) }))

const create = handle(operations.createGroupType, async ({ app, ctx, body }) => {
  const { name, description = null, is_public, group_specs } = body.group_type
  const order = { name, description, is_public: flag(is_public) ?? true, group_specs: group_specs ?? {} }
  return { group_type: view(await addGroupType(app)(ctx, order)) }
})

const update = handle(operations.updateGroupType, async ({ app, ctx, found, body }) => {
  const { name, description, is_public } = body.group_type
  const isPublic = flag(is_public)
  const changes = {
    ...(name ? { name } : {}),
    ...(description === undefined ? {} : { description }),
    ...(isPublic === undefined ? {} : { is_public: isPublic }),
  }
  return { group_type: view(await changeGroupType(app)(ctx, found.group_type, changes)) }
})

const remove = handle(operations.deleteGroupType, async ({ app, ctx, found }) => {
  await removeGroupType(app)(ctx, found.group_type)
})

const listSpecs = handle(operations.listGroupSpecs, async ({ found }) => ({
  group_specs: { ...found.group_type.group_specs },
}))

const addSpecs = handle(operations.createGroupSpecs, async ({ app, ctx, found, body }) => {
  await setGroupSpecs(app)(ctx, found.group_type, body.group_specs, 'create')
  return { group_specs: body.group_specs }
})

const showSpec = handle(
  operations.showGroupSpec,
  async ({ found: { group_type }, params: { spec_id: key } }) => {
    const value = own(group_type.group_specs, key)
    if (value === undefined) throw errors.GroupTypeSpecsNotFound({ id: group_type.id, key })
    return { [key]: value }
  },
)

const updateSpec = handle(operations.updateGroupSpec, async ({ app, ctx, found, params, body }) => {
  if (!Object.hasOwn(body, params.spec_id) || Object.keys(body).length !== 1)
    throw errors.BadRequest({ reason: 'Request body and URI mismatch' })
  await setGroupSpecs(app)(ctx, found.group_type, body, 'update')
  return body
})

const removeSpec = handle(operations.deleteGroupSpec, async ({ app, ctx, found, params }) => {
  await removeGroupSpec(app)(ctx, found.group_type, params.spec_id)
})

export const groupTypeRoom: Room = {
  routes: [
    ...[list, showDefault, show, create, update, remove],
    ...[listSpecs, addSpecs, showSpec, updateSpec, removeSpec],
  ],
  extensions: [],
  migrations: { '0015-group-types': createGroupTypes },
}
