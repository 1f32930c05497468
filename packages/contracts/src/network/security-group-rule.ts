import { type Of, type Parent, type Plain, resource } from '@nimbo/resource/describe/kind'
import { securityGroup } from './security-group.ts'
import { securityGroupRuleAttributes } from './security-group-rule-attributes.ts'
import { crud } from './crud.ts'
import { resourceNotifications } from './resource-notifications.ts'

/** Rules belong to a group. */
const ofSecurityGroup: Parent = {
  kind: securityGroup,
  attribute: 'security_group_id',
  facts: { 'security_group:project_id': 'project_id' },
}

/** A rule of a security group. */
export const securityGroupRule = resource(
  'security_group_rule',
  'security_group_rules',
  securityGroupRuleAttributes,
  { parent: ofSecurityGroup },
)

export type SecurityGroupRule = Of<typeof securityGroupRule>
export type PlainSecurityGroupRule = Plain<typeof securityGroupRule>

/** Rules cannot be updated. */
const { update: _update, ...operations } = crud(securityGroupRule, {
  notFound: 'SecurityGroupRuleNotFound',
  create: [
    'InvalidInput',
    'SecurityGroupNotFound',
    'AddressGroupNotFound',
    'SecurityGroupRuleExists',
    'SecurityGroupRuleInvalidProtocol',
    'SecurityGroupRuleInvalidEtherType',
    'InvalidCIDR',
    'SecurityGroupInvalidPortRange',
    'SecurityGroupInvalidPortValue',
    'SecurityGroupInvalidIcmpValue',
    'SecurityGroupMissingIcmpType',
    'SecurityGroupProtocolRequiredWithPorts',
    'SecurityGroupMultipleRemoteEntites',
    'SecurityGroupInvalidProtocolForPort',
    'SecurityGroupNotSingleGroupRules',
    'DuplicateSecurityGroupRuleInPost',
    'SecurityGroupRuleParameterConflict',
    'SecurityGroupEthertypeConflictWithProtocol',
    'OverQuota',
  ],
  delete: ['RevisionNumberConstraintFailed'],
})
export const securityGroupRuleOperations = operations

const { update: _told, ...notifications } = resourceNotifications('security_group_rule', {
  whenDeleted: 'id',
})
export const securityGroupRuleNotifications = notifications
