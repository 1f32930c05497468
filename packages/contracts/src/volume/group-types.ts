import { empty, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { shownTo } from '@nimbo/operation/windows'
import { attribute } from '@nimbo/resource/describe/attribute'
import { type Of, resource } from '@nimbo/resource/describe/kind'
import { identified, timed } from '@nimbo/resource/describe/standard-attributes'
import { boolean, orNull, text as words } from '@nimbo/resource/describe/value-types'
import { type Static, Type } from 'typebox'
import { texts } from './texts.ts'
import { FlagLike, NextLink, OptionalText, Pairs, paging, strict, text } from './words.ts'

/** A type of volume groups. */
export const groupType = resource('group_type', 'group_types', {
  ...identified,
  ...timed,
  name: attribute(words(), {}),
  description: attribute(orNull(words()), {}),
  is_public: attribute(boolean, {}),
  group_specs: attribute(texts, { filter: false }),
})
export type GroupType = Of<typeof groupType>

const seeSpecs = 'group:access_group_types_specs'
const Shown = view({
  id: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  is_public: Type.Boolean(),
  group_specs: shownTo(seeSpecs, Pairs),
})
export type GroupTypeView = Static<typeof Shown>

const since = '3.11'
const Name = Type.String({ minLength: 1, maxLength: 255 })
const Specs = Type.Record(
  Type.String({ pattern: '^[a-zA-Z0-9-_:. ]{1,255}$' }),
  Type.String({ maxLength: 255 }),
)
const path = '/group_types/{group_type_id}'
const on = found('group_type')
const errors = ['GroupTypeNotFound']
const shown = view({ group_type: Shown })

export const listGroupTypes = operation({
  id: 'group_types.list',
  method: 'GET',
  path: '/group_types',
  since,
  summary: 'List types of groups',
  rule: 'group:get_all',
  on: ownProject,
  query: Type.Object({ ...paging, is_public: text, name: text }),
  replies: { 200: view({ group_types: Type.Array(Shown), group_type_links: NextLink }) },
})

export const showDefaultGroupType = operation({
  id: 'group_types.show_default',
  method: 'GET',
  path: '/group_types/default',
  since,
  summary: 'Show the type of groups that name none',
  rule: 'group:get_all',
  on: ownProject,
  replies: { 200: shown },
  errors,
})

export const showGroupType = operation({
  id: 'group_types.show',
  method: 'GET',
  path,
  since,
  summary: 'Show a type of groups',
  rule: 'group:get_all',
  on,
  replies: { 200: shown },
  errors,
})

export const createGroupType = operation({
  id: 'group_types.create',
  method: 'POST',
  path: '/group_types',
  since,
  summary: 'Create a type of groups',
  rule: 'group:group_types:create',
  on: ownProject,
  body: strict({
    group_type: strict({
      name: Name,
      description: OptionalText,
      is_public: Type.Optional(FlagLike),
      group_specs: Type.Optional(nullable(Specs)),
    }),
  }),
  replies: { 202: shown },
  errors: ['GroupTypeExists'],
})

export const updateGroupType = operation({
  id: 'group_types.update',
  method: 'PUT',
  path,
  since,
  summary: 'Change a type of groups',
  rule: 'group:group_types:update',
  on,
  body: strict({
    group_type: strict(
      { name: Type.Optional(nullable(Name)), description: OptionalText, is_public: Type.Optional(FlagLike) },
      { minProperties: 1 },
    ),
  }),
  replies: { 200: shown },
  errors: [...errors, 'GroupTypeExists'],
})

export const deleteGroupType = operation({
  id: 'group_types.delete',
  method: 'DELETE',
  path,
  since,
  summary: 'Delete a type of groups',
  rule: 'group:group_types:delete',
  on,
  replies: { 202: empty },
  errors: [...errors, 'GroupTypeInUse'],
})

const specs = '/group_types/{group_type_id}/group_specs'
const spec = '/group_types/{group_type_id}/group_specs/{spec_id}'
const specErrors = [...errors, 'GroupTypeSpecsNotFound']

export const listGroupSpecs = operation({
  id: 'group_specs.list',
  method: 'GET',
  path: specs,
  since,
  summary: 'List the specs of a type of groups',
  rule: 'group:group_types_specs:get_all',
  on,
  replies: { 200: view({ group_specs: Pairs }) },
  errors,
})

export const createGroupSpecs = operation({
  id: 'group_specs.create',
  method: 'POST',
  path: specs,
  since,
  summary: 'Add specs to a type of groups',
  rule: 'group:group_types_specs:create',
  on,
  body: strict({ group_specs: Specs }),
  replies: { 202: view({ group_specs: Pairs }) },
  errors,
})

export const showGroupSpec = operation({
  id: 'group_specs.show',
  method: 'GET',
  path: spec,
  since,
  summary: 'Show a spec of a type of groups',
  rule: 'group:group_types_specs:get',
  on,
  replies: { 200: Pairs },
  errors: specErrors,
})

export const updateGroupSpec = operation({
  id: 'group_specs.update',
  method: 'PUT',
  path: spec,
  since,
  summary: 'Change a spec of a type of groups',
  rule: 'group:group_types_specs:update',
  on,
  body: Specs,
  replies: { 200: Pairs },
  errors,
})

export const deleteGroupSpec = operation({
  id: 'group_specs.delete',
  method: 'DELETE',
  path: spec,
  since,
  summary: 'Delete a spec of a type of groups',
  rule: 'group:group_types_specs:delete',
  on,
  replies: { 202: empty },
  errors: specErrors,
})
