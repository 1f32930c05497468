import { attribute } from '@nimbo/resource/describe/attribute'
import { type Columns, type Of, resource } from '@nimbo/resource/describe/kind'
import { dictionary, orNull, text as anyText } from '@nimbo/resource/describe/value-types'
import { crudOf } from './crud.ts'
import { id, words } from './value-types.ts'
import { text } from './words.ts'

/** Endpoints selected by service, region and interface. */
export const endpointGroup = resource('endpoint_group', 'endpoint_groups', {
  id: attribute(id, {}),
  name: attribute(words(), { on: 'create update', required: true }),
  description: attribute(orNull(anyText(10_000)), { on: 'create update', filter: false }),
  filters: attribute(dictionary, { on: 'create update', required: true, filter: false }),
})
export type EndpointGroup = Of<typeof endpointGroup>
export type EndpointGroupColumns = Columns<typeof endpointGroup>

export const endpointGroupOperations = crudOf(endpointGroup, {
  path: '/v3/OS-EP-FILTER/endpoint_groups',
  id: 'endpoint_group_id',
  rules: { one: 'endpoint_group', many: 'endpoint_groups' },
  filters: { name: text },
  errors: { notFound: 'NotFound', create: ['NotExpected'], update: ['NotExpected'] },
})
