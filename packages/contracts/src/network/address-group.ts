import { canonicalAddress, isAddress, parseCidr, versionOf } from '@nimbo/ip/ip'
import { exact } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { attribute } from '@nimbo/resource/describe/attribute'
import { type Of, type Plain, resource } from '@nimbo/resource/describe/kind'
import { accepted, literal, refused, textType } from '@nimbo/resource/describe/value-type'
import { boolean, listOf } from '@nimbo/resource/describe/value-types'
import { Type } from 'typebox'
import { crud } from './crud.ts'
import { resourceNotifications } from './resource-notifications.ts'
import { named, standard } from './standard.ts'

/** An address with prefix length; without one, a single host. Host bits are kept. */
const addressPrefix = textType((given) => {
  const [address = '', length] = typeof given === 'string' ? given.split('/') : []
  if (!isAddress(address)) return refused(`${literal(given)} is not a valid IP subnet`)
  const whole = `${canonicalAddress(address)}/${length ?? (versionOf(address) === 4 ? 32 : 128)}`
  return parseCidr(whole) ? accepted(whole) : refused(`${literal(given)} is not a valid IP subnet`)
})

/** A named set of addresses for security group rules. */
export const addressGroup = resource('address_group', 'address_groups', {
  ...standard,
  ...named,
  addresses: attribute(listOf(addressPrefix), { on: 'create', default: [], filter: false }),
  shared: attribute(boolean, {}),
})

export type AddressGroup = Of<typeof addressGroup>
export type PlainAddressGroup = Plain<typeof addressGroup>

export const addressGroupOperations = crud(addressGroup, {
  notFound: 'AddressGroupNotFound',
  create: ['OverQuota'],
  update: ['RevisionNumberConstraintFailed'],
  delete: ['AddressGroupInUse', 'RevisionNumberConstraintFailed'],
})

export const addressGroupNotifications = resourceNotifications('address_group', { whenDeleted: 'id' })

const Addresses = Type.Object({ addresses: Type.Array(Type.String(), { minItems: 1 }) }, exact)

/** Adds addresses to a group, and removes them. */
export const addAddresses = operation({
  id: 'address_groups.add_addresses',
  method: 'PUT',
  path: '/address-groups/{address_group_id}/add_addresses',
  summary: 'Add addresses to an address group',
  rule: 'add_addresses',
  on: found('address_group'),
  body: Addresses,
  replies: addressGroupOperations.show.replies,
  errors: ['AddressGroupNotFound', 'AddressesAlreadyExist'],
})

export const removeAddresses = operation({
  id: 'address_groups.remove_addresses',
  method: 'PUT',
  path: '/address-groups/{address_group_id}/remove_addresses',
  summary: 'Remove addresses from an address group',
  rule: 'remove_addresses',
  on: found('address_group'),
  body: Addresses,
  replies: addressGroupOperations.show.replies,
  errors: ['AddressGroupNotFound', 'AddressesNotFound'],
})
