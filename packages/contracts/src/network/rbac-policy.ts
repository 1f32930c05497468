import { attribute } from '@nimbo/resource/describe/attribute'
import { type Of, type Plain, resource } from '@nimbo/resource/describe/kind'
import { identified, owned } from '@nimbo/resource/describe/standard-attributes'
import { accepted, refused, literal, textType } from '@nimbo/resource/describe/value-type'
import { text, uuid } from '@nimbo/resource/describe/value-types'
import { crud } from './crud.ts'
import { resourceNotifications } from './resource-notifications.ts'

/** Types of objects that can be shared. */
export const objectTypes = [
  'network',
  'qos_policy',
  'security_group',
  'address_scope',
  'subnetpool',
  'address_group',
] as const
export type ObjectType = (typeof objectTypes)[number]

/** Accepted in any case. */
const objectType = textType((given) =>
  typeof given === 'string' ? accepted(given.trim().toLowerCase()) : refused(`${literal(given)} is no type`),
)

/** Shares an object with a project; `*` means all projects. */
export const rbacPolicy = resource('rbac_policy', 'rbac_policies', {
  ...identified,
  ...owned,
  object_type: attribute(objectType, { on: 'create', required: true, example: 'network' }),
  object_id: attribute(uuid, { on: 'create', required: true }),
  action: attribute(text(), { on: 'create', required: true, example: 'access_as_shared' }),
  target_tenant: attribute(text(), {
    on: 'create update',
    required: true,
    example: '11111111-1111-4111-8111-111111111111',
  }),
})

export type RbacPolicy = Of<typeof rbacPolicy>
export type PlainRbacPolicy = Plain<typeof rbacPolicy>

export const rbacPolicyOperations = crud(rbacPolicy, {
  notFound: 'RbacPolicyNotFound',
  create: [
    'InvalidInput',
    'InvalidActionForType',
    'ObjectNotFound',
    'NetworkNotFound',
    'DuplicateRbacPolicy',
    'OverQuota',
  ],
  update: ['InvalidInput', 'RbacPolicyInUse', 'DuplicateRbacPolicy'],
  delete: ['RbacPolicyInUse'],
})

export const rbacPolicyNotifications = resourceNotifications('rbac_policy', { whenDeleted: 'id' })
