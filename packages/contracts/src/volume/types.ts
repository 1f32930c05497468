import { exact, empty, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { shownTo, since } from '@nimbo/operation/windows'
import { type Static, Type } from 'typebox'
import { FlagLike, NextLink, OptionalText, Pairs, paging, strict, text } from './words.ts'

/** Extra specs that need permission are left out for other callers. */
export const readSensitive = 'volume_extension:types_extra_specs:read_sensitive'
const mayAsk = [readSensitive]

const changedType = {
  id: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  is_public: Type.Boolean(),
  extra_specs: shownTo('volume_extension:access_types_extra_specs', Pairs),
}
const newType = {
  ...changedType,
  'os-volume-type-access:is_public': shownTo('volume_extension:volume_type_access', Type.Boolean()),
}
const VolumeType = view({
  ...newType,
  qos_specs_id: shownTo('volume_extension:access_types_qos_specs_id', nullable(Type.String())),
})
export type VolumeTypeView = Static<typeof VolumeType>

const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' })
const shown = { 200: view({ volume_type: VolumeType }) }
const path = '/types/{volume_type_id}'
const on = found('type')
const errors = ['VolumeTypeNotFound']

export const listTypes = operation({
  id: 'types.list',
  method: 'GET',
  path: '/types',
  summary: 'List volume types',
  rule: 'volume_extension:type_get_all',
  on: ownProject,
  mayAsk,
  query: Type.Object({ ...paging, is_public: text, extra_specs: since('3.52', text), name: text }),
  replies: { 200: view({ volume_types: Type.Array(VolumeType), volume_type_links: NextLink }) },
})

export const showDefaultType = operation({
  id: 'types.show_default',
  method: 'GET',
  path: '/types/default',
  summary: 'Show the volume type of volumes that name none',
  rule: 'volume_extension:type_get',
  on: ownProject,
  mayAsk,
  replies: shown,
  errors,
})

export const showType = operation({
  id: 'types.show',
  method: 'GET',
  path,
  summary: 'Show a volume type',
  rule: 'volume_extension:type_get',
  on,
  mayAsk,
  replies: shown,
  errors,
})

export const createType = operation({
  id: 'types.create',
  method: 'POST',
  path: '/types',
  summary: 'Create a volume type',
  rule: 'volume_extension:type_create',
  on: ownProject,
  mayAsk,
  body: strict({
    volume_type: strict({
      name: Name,
      description: OptionalText,
      extra_specs: Type.Optional(
        Type.Record(Type.String({ pattern: '^[a-zA-Z0-9-_:. /]{1,255}$' }), Type.String(), exact),
      ),
      'os-volume-type-access:is_public': Type.Optional(FlagLike),
    }),
  }),
  replies: { 200: view({ volume_type: view(newType) }) },
  errors: ['VolumeTypeExists'],
})

export const updateType = operation({
  id: 'types.update',
  method: 'PUT',
  path,
  summary: 'Change a volume type',
  rule: 'volume_extension:type_update',
  on,
  mayAsk,
  body: strict({
    volume_type: strict({
      name: Type.Optional(nullable(Name)),
      description: OptionalText,
      is_public: Type.Optional(FlagLike),
    }),
  }),
  replies: { 200: view({ volume_type: view(changedType) }) },
  errors: ['VolumeTypeNotFound', 'VolumeTypeExists'],
})

export const deleteType = operation({
  id: 'types.delete',
  method: 'DELETE',
  path,
  summary: 'Delete a volume type',
  rule: 'volume_extension:type_delete',
  on,
  replies: { 202: empty },
  errors: ['VolumeTypeNotFound', 'VolumeTypeInUse'],
})

const access = strict({ project: Name })

export const listTypeAccess = operation({
  id: 'type_access.list',
  method: 'GET',
  path: '/types/{volume_type_id}/os-volume-type-access',
  summary: 'List the projects that may use a private volume type',
  rule: 'volume_extension:volume_type_access:get_all_for_type',
  on,
  replies: {
    200: view({
      volume_type_access: Type.Array(view({ volume_type_id: Type.String(), project_id: Type.String() })),
    }),
  },
  errors,
})

export const addTypeAccess = operation({
  id: 'type_access.add',
  method: 'POST',
  path: '/types/{volume_type_id}/action',
  action: 'addProjectAccess',
  summary: 'Let a project use a private volume type',
  rule: 'volume_extension:volume_type_access:addProjectAccess',
  on,
  body: strict({ addProjectAccess: access }),
  replies: { 202: empty },
  errors,
})

export const removeTypeAccess = operation({
  id: 'type_access.remove',
  method: 'POST',
  path: '/types/{volume_type_id}/action',
  action: 'removeProjectAccess',
  summary: 'Let a project use a private volume type no more',
  rule: 'volume_extension:volume_type_access:removeProjectAccess',
  on,
  body: strict({ removeProjectAccess: access }),
  replies: { 202: empty },
  errors,
})

const SpecKey = Type.String({ pattern: '^[a-zA-Z0-9_.: -]{1,255}$' })
const SpecValue = Type.String({ maxLength: 255 })
const ExtraSpecs = Type.Record(SpecKey, SpecValue, exact)
const specs = '/types/{volume_type_id}/extra_specs'
const spec = '/types/{volume_type_id}/extra_specs/{key}'
const specErrors = ['VolumeTypeNotFound', 'VolumeTypeExtraSpecsNotFound']

export const listExtraSpecs = operation({
  id: 'type_extra_specs.list',
  method: 'GET',
  path: specs,
  summary: 'List the extra specs of a volume type',
  rule: 'volume_extension:types_extra_specs:index',
  on,
  mayAsk,
  replies: { 200: view({ extra_specs: Pairs }) },
  errors,
})

export const createExtraSpecs = operation({
  id: 'type_extra_specs.create',
  method: 'POST',
  path: specs,
  summary: 'Add extra specs to a volume type',
  rule: 'volume_extension:types_extra_specs:create',
  on,
  body: strict({ extra_specs: ExtraSpecs }),
  replies: { 200: view({ extra_specs: Pairs }) },
  errors,
})

export const showExtraSpec = operation({
  id: 'type_extra_specs.show',
  method: 'GET',
  path: spec,
  summary: 'Show an extra spec of a volume type',
  rule: 'volume_extension:types_extra_specs:show',
  on,
  mayAsk,
  replies: { 200: Pairs },
  errors: specErrors,
})

export const updateExtraSpec = operation({
  id: 'type_extra_specs.update',
  method: 'PUT',
  path: spec,
  summary: 'Change an extra spec of a volume type',
  rule: 'volume_extension:types_extra_specs:update',
  on,
  body: Type.Record(SpecKey, SpecValue, { ...exact, minProperties: 1 }),
  replies: { 200: Pairs },
  errors,
})

export const deleteExtraSpec = operation({
  id: 'type_extra_specs.delete',
  method: 'DELETE',
  path: spec,
  summary: 'Delete an extra spec of a volume type',
  rule: 'volume_extension:types_extra_specs:delete',
  on,
  replies: { 202: empty },
  errors: specErrors,
})
