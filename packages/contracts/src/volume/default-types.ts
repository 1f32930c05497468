import { empty, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject, path as onPath } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { strict } from './words.ts'

const since = '3.62'
const path = '/default-types/{project_id}'
const DefaultType = view({ project_id: Type.String(), volume_type_id: Type.String() })
const shown = { 200: view({ default_type: DefaultType }) }

export const listDefaultTypes = operation({
  id: 'default_types.list',
  method: 'GET',
  path: '/default-types',
  since,
  summary: 'List the volume types of volumes that name none, by project',
  rule: 'volume_extension:default_get_all',
  on: ownProject,
  replies: { 200: view({ default_types: Type.Array(DefaultType) }) },
})

export const showDefaultTypeOf = operation({
  id: 'default_types.show',
  method: 'GET',
  path,
  since,
  summary: 'Show the volume type of volumes of a project that name none',
  rule: 'volume_extension:default_get',
  on: onPath,
  replies: shown,
  errors: ['VolumeTypeProjectDefaultNotFound'],
})

export const setDefaultType = operation({
  id: 'default_types.set',
  method: 'PUT',
  path,
  since,
  summary: 'Set the volume type of volumes of a project that name none',
  rule: 'volume_extension:default_set_or_update',
  on: onPath,
  body: strict({ default_type: strict({ volume_type: Type.String({ minLength: 1, maxLength: 255 }) }) }),
  replies: shown,
  errors: ['BadRequest'],
})

export const unsetDefaultType = operation({
  id: 'default_types.unset',
  method: 'DELETE',
  path,
  since,
  summary: 'Give volumes of a project that name no type the type of the cloud',
  rule: 'volume_extension:default_unset',
  on: onPath,
  replies: { 204: empty },
})
