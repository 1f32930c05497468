import { view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { anyone } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { text } from './words.ts'

/** Filters that users may use. */
export const resourceFilters = {
  attachment: ['volume_id', 'status', 'instance_id', 'attach_status'],
  backup: ['name', 'status', 'volume_id'],
  group: ['name'],
  group_snapshot: ['name', 'status', 'group_id'],
  message: ['resource_uuid', 'resource_type', 'event_id', 'request_id', 'message_level'],
  pool: ['name', 'volume_type'],
  snapshot: ['name', 'status', 'volume_id', 'metadata', 'availability_zone', 'consumes_quota'],
  volume: [
    ...['name', 'status', 'metadata', 'bootable', 'migration_status', 'availability_zone', 'group_id'],
    ...['size', 'created_at', 'updated_at', 'consumes_quota'],
  ],
  volume_type: ['is_public', 'extra_specs'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export const listResourceFilters = operation({
  id: 'resource_filters.list',
  method: 'GET',
  path: '/resource_filters',
  since: '3.33',
  summary: 'List what lists can be narrowed by',
  on: anyone,
  query: Type.Object({ resource: text }),
  replies: {
    200: view({
      resource_filters: Type.Array(view({ resource: Type.String(), filters: Type.Array(Type.String()) })),
    }),
  },
})
