import { attribute } from '@nimbo/resource/describe/attribute'
import { type Columns, resource } from '@nimbo/resource/describe/kind'
import { dictionary, text as anyText } from '@nimbo/resource/describe/value-types'
import { crudOf } from './crud.ts'
import { id, words } from './value-types.ts'
import { text } from './words.ts'

/** Rules of some service that Keystone stores without interpreting them. */
export const policy = resource('policy', 'policies', {
  id: attribute(id, {}),
  type: attribute(words(), { on: 'create update', required: true }),
  blob: attribute(anyText(1_000_000), { on: 'create update', required: true, filter: false }),
  extra: attribute(dictionary, { filter: false, default: {} }),
})
export type PolicyColumns = Columns<typeof policy>

export const policyOperations = crudOf(policy, {
  path: '/v3/policies',
  id: 'policy_id',
  rules: { one: 'policy', many: 'policies' },
  filters: { type: text },
  errors: { notFound: 'NotFound' },
})
