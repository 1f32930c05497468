import { empty } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { Links, open, stack, Text, Values, words } from './words.ts'

const Listed = Type.Object({
  resource_name: Text,
  logical_resource_id: Text,
  physical_resource_id: Text,
  resource_type: Text,
  resource_status: Text,
  resource_status_reason: Text,
  creation_time: Text,
  updated_time: Text,
  required_by: Type.Array(Text),
  links: Links,
})

const one = `${stack}/resources/{resource_name}` as const

export const listResources = operation({
  id: 'resources.list',
  method: 'GET',
  path: `${stack}/resources`,
  summary: 'List the resources of a stack',
  rule: 'resource:index',
  on,
  query: words(
    'nested_depth',
    'with_detail',
    'type',
    'status',
    'name',
    'action',
    'id',
    'physical_resource_id',
  ),
  replies: { 200: open({ resources: Type.Array(Listed) }) },
  errors: ['EntityNotFound'],
})

export const showResource = operation({
  id: 'resources.show',
  method: 'GET',
  path: one,
  summary: 'Show a resource of a stack',
  rule: 'resource:show',
  on,
  query: words('with_attr'),
  replies: {
    200: open({ resource: Type.Object({ ...Listed.properties, description: Text, attributes: Values }) }),
  },
  errors: ['EntityNotFound'],
})

export const showResourceMetadata = operation({
  id: 'resources.metadata',
  method: 'GET',
  path: `${one}/metadata`,
  summary: 'Show the metadata of a resource',
  rule: 'resource:metadata',
  on,
  replies: { 200: open({ metadata: Values }) },
  errors: ['EntityNotFound'],
})

export const signalResource = operation({
  id: 'resources.signal',
  method: 'POST',
  path: `${one}/signal`,
  summary: 'Tell a resource something',
  rule: 'resource:signal',
  on,
  body: Type.Unknown(),
  replies: { 200: empty },
  errors: ['EntityNotFound', 'ResourceActionNotSupported'],
})

export const markUnhealthy = operation({
  id: 'resources.mark_unhealthy',
  method: 'PATCH',
  path: one,
  summary: 'Have a resource replaced by the next update, or not after all',
  rule: 'resource:mark_unhealthy',
  on,
  body: open({ mark_unhealthy: Type.Unknown(), resource_status_reason: Type.Optional(Text) }),
  replies: { 200: empty },
  errors: ['EntityNotFound', 'ActionInProgress'],
})
