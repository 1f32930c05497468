import { apart, attribute } from '@nimbo/resource/describe/attribute'
import { embedded } from '@nimbo/resource/describe/kind-schema'
import { type Of, type Plain, resource } from '@nimbo/resource/describe/kind'
import { tagged } from '@nimbo/resource/describe/standard-attributes'
import type { ValueOf } from '@nimbo/resource/describe/value-type'
import { boolean, listOf, text } from '@nimbo/resource/describe/value-types'
import { securityGroupRuleAttributes } from './security-group-rule-attributes.ts'
import { named, standard } from './standard.ts'
import { crud } from './crud.ts'
import { resourceNotifications } from './resource-notifications.ts'

/** A rule as shown within its group: its project has both names, as in a rule shown alone. */
const ruleWithin = embedded({ ...securityGroupRuleAttributes, tenant_id: attribute(text(), {}) })
export type RuleWithinGroup = ValueOf<typeof ruleWithin>

/** A security group. */
export const securityGroup = resource('security_group', 'security_groups', {
  ...standard,
  ...named,
  stateful: attribute(boolean, { on: 'create update' }),
  shared: attribute(boolean, {}),
  security_group_rules: apart(listOf(ruleWithin), { filter: false }),
  ...tagged,
})

export type SecurityGroup = Of<typeof securityGroup>
export type PlainSecurityGroup = Plain<typeof securityGroup>

export const securityGroupOperations = crud(securityGroup, {
  notFound: 'SecurityGroupNotFound',
  create: ['SecurityGroupDefaultAlreadyExists', 'OverQuota'],
  update: [
    'SecurityGroupCannotUpdateDefault',
    'SecurityGroupDefaultAlreadyExists',
    'SecurityGroupInUse',
    'RevisionNumberConstraintFailed',
  ],
  delete: ['SecurityGroupInUse', 'SecurityGroupCannotRemoveDefault', 'RevisionNumberConstraintFailed'],
})

export const securityGroupNotifications = resourceNotifications('security_group', { whenDeleted: 'id' })
