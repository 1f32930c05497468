import { exact } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { attribute } from '@nimbo/resource/describe/attribute'
import { type Of, type Plain, resource } from '@nimbo/resource/describe/kind'
import { boolean, listOf } from '@nimbo/resource/describe/value-types'
import { Type } from 'typebox'
import { ipPrefix } from './address-types.ts'
import { crud } from './crud.ts'
import { resourceNotifications } from './resource-notifications.ts'
import { named, standard } from './standard.ts'

/** A named set of addresses for security group rules. */
export const addressGroup = resource('address_group', 'address_groups', {
  ...standard,
  ...named,
  addresses: attribute(listOf(ipPrefix), { on: 'create', default: [], filter: false }),
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
