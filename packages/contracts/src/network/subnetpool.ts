import { exact } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { attribute } from '@nimbo/resource/describe/attribute'
import { type Of, type Plain, resource } from '@nimbo/resource/describe/kind'
import { tagged } from '@nimbo/resource/describe/standard-attributes'
import {
  accepted,
  alien,
  literal,
  refused,
  textType,
  type ValueType,
} from '@nimbo/resource/describe/value-type'
import {
  boolean,
  integer,
  listOf,
  oneOfNumbers,
  orNull,
  text,
  uuid,
} from '@nimbo/resource/describe/value-types'
import { Type } from 'typebox'
import { cidr } from './address-types.ts'
import { crud } from './crud.ts'
import { resourceNotifications } from './resource-notifications.ts'
import { standard } from './standard.ts'

/** A prefix length as number or text. */
const prefixLength = textType((given) =>
  /^\d{1,4}$/.test(String(given))
    ? accepted(String(Number(given)))
    : alien(`${literal(given)} is not an integer`),
)

/** A name that is not blank. */
const filledName = textType((given) => {
  const checked = text().accept(given)
  return 'problem' in checked || checked.value.trim() !== ''
    ? checked
    : refused(`${literal(given)} Blank strings are not permitted`)
})

const most = 2_147_483_647

const quota: ValueType<number, 'integer'> = {
  ...integer(0, most),
  accept: (given) =>
    Number(given) < 0 ? refused(`'${given}' should be non-negative`) : integer(0, most).accept(given),
}

/** A pool of prefixes for subnets that do not overlap. */
export const subnetpool = resource('subnetpool', 'subnetpools', {
  ...standard,
  name: attribute(filledName, { on: 'create update', required: true, example: 'pool' }),
  description: attribute(text(), { on: 'create update', default: '' }),
  prefixes: attribute(listOf(cidr), {
    on: 'create update',
    required: true,
    filter: false,
    example: ['198.18.0.0/15'],
  }),
  ip_version: attribute(oneOfNumbers(4, 6), {}),
  min_prefixlen: attribute(prefixLength, { on: 'create update', sort: false }),
  max_prefixlen: attribute(prefixLength, { on: 'create update', sort: false }),
  default_prefixlen: attribute(prefixLength, { on: 'create update', sort: false }),
  /** In addresses for IPv4, in /64 networks for IPv6. */
  default_quota: attribute(orNull(quota), { on: 'create update' }),
  address_scope_id: attribute(orNull(uuid), { on: 'create update' }),
  is_default: attribute(boolean, { on: 'create update', default: false }),
  shared: attribute(boolean, { on: 'create', default: false }),
  ...tagged,
})

export type SubnetPool = Of<typeof subnetpool>
export type PlainSubnetPool = Plain<typeof subnetpool>

const boundErrors = [
  'InvalidInput',
  'EmptySubnetPoolPrefixList',
  'PrefixVersionMismatch',
  'IllegalSubnetPoolPrefixBounds',
  'AddressScopeNotFound',
  'AddressScopePrefixConflict',
  'IllegalSubnetPoolAssociationToAddressScope',
  'IllegalSubnetPoolIpVersionAssociationToAddressScope',
  'NetworkAddressScopeAffinityError',
]

export const subnetpoolOperations = crud(subnetpool, {
  notFound: 'SubnetPoolNotFound',
  create: [...boundErrors, 'OverQuota'],
  update: [
    ...boundErrors,
    'IllegalSubnetPoolPrefixUpdate',
    'IllegalSubnetPoolUpdate',
    'RevisionNumberConstraintFailed',
  ],
  delete: ['SubnetPoolDeleteError', 'RevisionNumberConstraintFailed'],
})

export const subnetpoolNotifications = resourceNotifications('subnetpool', { whenDeleted: 'id' })

const Prefixes = Type.Object({ prefixes: Type.Array(Type.String()) }, exact)

const changing = <const Verb extends string>(verb: Verb, summary: string, errors: readonly string[]) =>
  operation({
    id: `subnetpools.${verb}`,
    method: 'PUT',
    path: `/subnetpools/{subnetpool_id}/${verb}`,
    summary,
    rule: verb,
    on: found('subnetpool'),
    body: Prefixes,
    replies: { 200: Prefixes },
    errors: ['SubnetPoolNotFound', ...errors],
  })

export const addPrefixes = changing('add_prefixes', 'Add prefixes to a subnet pool', boundErrors)
export const removePrefixes = changing('remove_prefixes', 'Remove prefixes from a subnet pool', [
  'IllegalSubnetPoolPrefixUpdate',
])

/** Adopts existing subnets of a network into a pool. */
export const onboardNetworkSubnets = operation({
  id: 'subnetpools.onboard_network_subnets',
  method: 'PUT',
  path: '/subnetpools/{subnetpool_id}/onboard_network_subnets',
  summary: 'Take the subnets of a network into a subnet pool',
  rule: 'onboard_network_subnets',
  on: found('subnetpool'),
  body: Type.Object({ network_id: Type.String() }, exact),
  replies: { 200: Type.Object({}) },
  errors: ['SubnetPoolNotFound', 'NetworkNotFound', 'IllegalSubnetPoolUpdate', ...boundErrors],
})
