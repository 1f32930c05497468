import { attribute } from '@nimbo/resource/describe/attribute'
import { type Of, resource } from '@nimbo/resource/describe/kind'
import { identified } from '@nimbo/resource/describe/standard-attributes'
import { boolean } from '@nimbo/resource/describe/value-types'
import { crud } from './crud.ts'
import { securityGroupRuleAttributes } from './security-group-rule-attributes.ts'

const {
  project_id: _project,
  revision_number: _revision,
  created_at: _created,
  updated_at: _updated,
  security_group_id: _group,
  normalized_cidr: _normalized,
  belongs_to_default_sg: _belongs,
  ...matches
} = securityGroupRuleAttributes

/** A rule of new groups: default groups, other groups, or both. `PARENT` stands for the group itself. */
export const defaultSecurityGroupRule = resource(
  'default_security_group_rule',
  'default_security_group_rules',
  {
    ...identified,
    ...matches,
    used_in_default_sg: attribute(boolean, { on: 'create', default: false }),
    used_in_non_default_sg: attribute(boolean, { on: 'create', default: true }),
  },
)

export type DefaultSecurityGroupRule = Of<typeof defaultSecurityGroupRule>

const { update: _update, ...operations } = crud(defaultSecurityGroupRule, {
  notFound: 'DefaultSecurityGroupRuleNotFound',
  create: [
    'DefaultSecurityGroupRuleExists',
    'SecurityGroupRuleInvalidProtocol',
    'SecurityGroupRuleInvalidEtherType',
    'InvalidCIDR',
    'InvalidInput',
  ],
})
export const defaultSecurityGroupRuleOperations = operations
