import { view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject } from '@nimbo/operation/target'
import { Type } from 'typebox'

const RuleType = view({ type: Type.String() })

/** The supported parameters of a rule type, by driver. */
const Driver = view({
  name: Type.String(),
  supported_parameters: Type.Array(
    view({
      parameter_name: Type.String(),
      parameter_type: Type.String(),
      parameter_values: Type.Unknown(),
    }),
  ),
})

export const listRuleTypes = operation({
  id: 'rule_types.list',
  method: 'GET',
  path: '/qos/rule-types',
  summary: 'List the types of rules of QoS policies',
  rule: 'get_rule_type',
  on: ownProject,
  query: Type.Object({
    type: Type.Optional(Type.Array(Type.String())),
    all_supported: Type.Optional(Type.String()),
    all_rules: Type.Optional(Type.String()),
    fields: Type.Optional(Type.Array(Type.String())),
  }),
  replies: { 200: view({ rule_types: Type.Array(RuleType) }) },
})

export const showRuleType = operation({
  id: 'rule_types.show',
  method: 'GET',
  path: '/qos/rule-types/{rule_type}',
  summary: 'Show what rules of a type can say',
  rule: 'get_rule_type',
  on: ownProject,
  mayAsk: ['context_is_admin'],
  replies: { 200: view({ rule_type: view({ type: Type.String(), drivers: Type.Array(Driver) }) }) },
  errors: ['NotAuthorized', 'HTTPNotFound'],
})
