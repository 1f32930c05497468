import { attribute } from '@nimbo/resource/describe/attribute'
import { type Of, type Plain, resource } from '@nimbo/resource/describe/kind'
import { identified, owned } from '@nimbo/resource/describe/standard-attributes'
import { boolean, oneOfNumbers, text } from '@nimbo/resource/describe/value-types'
import { crud } from './crud.ts'
import { resourceNotifications } from './resource-notifications.ts'

/** A scope in which addresses are unique: its subnet pools do not overlap. */
export const addressScope = resource('address_scope', 'address_scopes', {
  ...identified,
  ...owned,
  name: attribute(text(), { on: 'create update', default: '' }),
  ip_version: attribute(oneOfNumbers(4, 6), { on: 'create', required: true, example: 4 }),
  shared: attribute(boolean, { on: 'create update', default: false }),
})

export type AddressScope = Of<typeof addressScope>
export type PlainAddressScope = Plain<typeof addressScope>

export const addressScopeOperations = crud(addressScope, {
  notFound: 'AddressScopeNotFound',
  create: ['OverQuota'],
  update: ['AddressScopeUpdateError'],
  delete: ['AddressScopeInUse'],
})

export const addressScopeNotifications = resourceNotifications('address_scope', { whenDeleted: 'id' })
