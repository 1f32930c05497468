import { attribute } from '@nimbo/resource/describe/attribute'
import { type Columns, type Of, resource } from '@nimbo/resource/describe/kind'
import { boolean, orNull, text as anyText } from '@nimbo/resource/describe/value-types'
import { Type } from 'typebox'
import { crudOf } from './crud.ts'
import { id, textLike, words } from './value-types.ts'
import { text } from './words.ts'

const url = textLike(Type.String({ minLength: 1, maxLength: 256, format: 'uri' }))
const address = {
  on: 'create update',
  required: true,
  filter: false,
  example: 'https://other.example/',
} as const

/** Another cloud that accepts users of this one (K2K). */
export const serviceProvider = resource('service_provider', 'service_providers', {
  id: attribute(id, {}),
  enabled: attribute(boolean, { on: 'create update', default: false }),
  description: attribute(orNull(anyText(10_000)), { on: 'create update', filter: false }),
  /** Where its tokens are requested. */
  auth_url: attribute(url, address),
  /** Where it receives assertions. */
  sp_url: attribute(url, address),
  relay_state_prefix: attribute(words(256), { on: 'create update', filter: false, default: 'ss:mem:' }),
})
export type ServiceProvider = Of<typeof serviceProvider>
export type ServiceProviderColumns = Columns<typeof serviceProvider>

export const serviceProviderOperations = crudOf(serviceProvider, {
  path: '/v3/OS-FEDERATION/service_providers',
  id: 'service_provider_id',
  rules: { one: 'service_provider', many: 'service_providers' },
  named: true,
  filters: { id: text, enabled: text },
  errors: { notFound: 'NotFound', create: ['Duplicate'] },
})
