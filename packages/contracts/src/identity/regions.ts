import { empty, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import { changes, Description, open, pagedQuery, pageLinks, Self, text } from './words.ts'

const Region = open({
  id: Type.String(),
  description: Type.String(),
  parent_region_id: nullable(Type.String()),
  links: Self,
})
export type RegionView = Static<typeof Region>

const RegionId = Type.String({ minLength: 1, maxLength: 255 })
const changeable = { description: Description, parent_region_id: Type.Optional(nullable(RegionId)) }
const shown = view({ region: Region })
const path = '/v3/regions/{region_id}'
const on = found('region')
const errors = ['NotFound']

export const listRegions = operation({
  id: 'regions.list',
  method: 'GET',
  path: '/v3/regions',
  summary: 'List regions',
  rule: 'identity:list_regions',
  on: ownProject,
  query: pagedQuery({ parent_region_id: text }),
  replies: { 200: view({ regions: Type.Array(Region), ...pageLinks }) },
})

export const createRegion = operation({
  id: 'regions.create',
  method: 'POST',
  path: '/v3/regions',
  summary: 'Create a region',
  rule: 'identity:create_region',
  on: ownProject,
  body: Type.Object({ region: open({ ...changeable, id: Type.Optional(nullable(RegionId)) }) }),
  replies: { 201: shown },
  errors: ['NotFound', 'DuplicateId'],
})

export const createNamedRegion = operation({
  ...createRegion,
  id: 'regions.create_named',
  method: 'PUT',
  path,
  summary: 'Create a region with an id',
})

export const showRegion = operation({
  id: 'regions.show',
  method: 'GET',
  path,
  summary: 'Show a region',
  rule: 'identity:get_region',
  on,
  replies: { 200: shown },
  errors,
})

export const updateRegion = operation({
  id: 'regions.update',
  method: 'PATCH',
  path,
  summary: 'Change a region',
  rule: 'identity:update_region',
  on,
  body: Type.Object({ region: changes(changeable) }),
  replies: { 200: shown },
  errors,
})

export const deleteRegion = operation({
  id: 'regions.delete',
  method: 'DELETE',
  path,
  summary: 'Delete a region',
  rule: 'identity:delete_region',
  on,
  replies: { 204: empty },
  errors: ['NotFound', 'RegionInUse'],
})
