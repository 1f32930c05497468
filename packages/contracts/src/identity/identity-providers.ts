import { attribute } from '@nimbo/resource/describe/attribute'
import { type Columns, type Of, resource } from '@nimbo/resource/describe/kind'
import { boolean, integer, listOf, orNull, text as anyText } from '@nimbo/resource/describe/value-types'
import { Type } from 'typebox'
import { crudOf } from './crud.ts'
import { id, textLike, words } from './value-types.ts'
import { text } from './words.ts'

const remoteId = textLike(Type.String({ minLength: 1, maxLength: 255 }))

/** A trusted identity provider. */
export const identityProvider = resource('identity_provider', 'identity_providers', {
  id: attribute(id, {}),
  domain_id: attribute(orNull(words(64)), { on: 'create', filter: false }),
  enabled: attribute(boolean, { on: 'create update', default: false }),
  description: attribute(orNull(anyText(10_000)), { on: 'create update', filter: false }),
  authorization_ttl: attribute(orNull(integer(0, 2_147_483_647)), { on: 'create update', filter: false }),
  remote_ids: attribute(listOf(remoteId), { on: 'create update', filter: false, default: [] }),
})
export type IdentityProvider = Of<typeof identityProvider>
export type IdentityProviderColumns = Columns<typeof identityProvider>

export const identityProviderOperations = crudOf(identityProvider, {
  path: '/v3/OS-FEDERATION/identity_providers',
  id: 'idp_id',
  rules: { one: 'identity_provider', many: 'identity_providers' },
  named: true,
  filters: { id: text, enabled: text },
  errors: { notFound: 'NotFound', create: ['DuplicateEntry', 'NotFound'], update: ['DuplicateRemoteId'] },
})
