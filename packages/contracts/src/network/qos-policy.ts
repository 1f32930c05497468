import { apart, attribute } from '@nimbo/resource/describe/attribute'
import { type Of, type Plain, resource } from '@nimbo/resource/describe/kind'
import { tagged } from '@nimbo/resource/describe/standard-attributes'
import { boolean, dictionary, listOf } from '@nimbo/resource/describe/value-types'
import { crud } from './crud.ts'
import { resourceNotifications } from './resource-notifications.ts'
import { named, standard } from './standard.ts'

/** A named set of QoS rules. */
export const qosPolicy = resource(
  'policy',
  'policies',
  {
    ...standard,
    ...named,
    shared: attribute(boolean, { on: 'create update', default: false }),
    is_default: attribute(boolean, { on: 'create update', default: false }),
    rules: apart(listOf(dictionary), { filter: false }),
    ...tagged,
  },
  { path: 'qos/policies' },
)

export type QosPolicy = Of<typeof qosPolicy>
export type PlainQosPolicy = Plain<typeof qosPolicy>

export const qosPolicyOperations = crud(qosPolicy, {
  notFound: 'QosPolicyNotFound',
  create: ['QoSPolicyDefaultAlreadyExists', 'OverQuota'],
  update: ['QoSPolicyDefaultAlreadyExists', 'RbacPolicyInUse', 'RevisionNumberConstraintFailed'],
  delete: ['QosPolicyInUse', 'RevisionNumberConstraintFailed'],
})

export const qosPolicyNotifications = resourceNotifications('policy', { whenDeleted: 'id' })
