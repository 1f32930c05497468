import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { Links, MaybeText, open, stack, Text, Values, words } from './words.ts'

const Listed = Type.Object({
  id: Text,
  event_time: Text,
  resource_name: Text,
  logical_resource_id: Text,
  physical_resource_id: MaybeText,
  resource_status: Text,
  resource_status_reason: Text,
  links: Links,
})

const query = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 0 })),
  marker: Type.Optional(Text),
  nested_depth: Type.Optional(Type.Integer({ minimum: 0 })),
  ...words('sort_keys', 'sort_dir', 'resource_action', 'resource_status', 'resource_name', 'resource_type')
    .properties,
})

const ofResource = `${stack}/resources/{resource_name}/events` as const

export const listEvents = operation({
  id: 'events.list',
  method: 'GET',
  path: `${stack}/events`,
  summary: 'List what became of a stack and its resources',
  rule: 'events:index',
  on,
  query,
  replies: { 200: open({ events: Type.Array(Listed) }) },
  errors: ['EntityNotFound'],
})

export const listResourceEvents = operation({
  id: 'events.list_of_resource',
  method: 'GET',
  path: ofResource,
  summary: 'List what became of a resource',
  rule: 'events:index',
  on,
  query,
  replies: { 200: open({ events: Type.Array(Listed) }) },
  errors: ['EntityNotFound'],
})

export const showEvent = operation({
  id: 'events.show',
  method: 'GET',
  path: `${ofResource}/{event_id}`,
  summary: 'Show an event',
  rule: 'events:show',
  on,
  replies: {
    200: open({
      event: Type.Object({ ...Listed.properties, resource_type: Text, resource_properties: Values }),
    }),
  },
  errors: ['EntityNotFound'],
})
