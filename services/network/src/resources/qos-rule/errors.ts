import { defineErrors, fault } from '@nimbo/kernel/errors'

export const errors = defineErrors({
  QosRuleNotFound: fault<{ id: string; parentId: string }>(
    'notFound',
    ({ id, parentId }) => `QoS rule ${id} for policy ${parentId} could not be found.`,
  ),
  QoSRulesConflict: fault<{ type: string; ruleId: string; policyId: string }>(
    'conflict',
    ({ type, ruleId, policyId }) =>
      `Rule ${type} conflicts with rule ${ruleId} which already exists in QoS Policy ${policyId}.`,
  ),
  QoSRuleParameterConflict: fault<{ value: string; policyId: string; type: string; existing: string }>(
    'conflict',
    ({ value, policyId, type, existing }) =>
      `Unable to add the rule with value ${value} to the policy ${policyId} as the existing rule of type ` +
      `${type} has value ${existing}.`,
  ),
  NotImplementedError: fault<Record<never, never>>(
    'notImplemented',
    'Cannot update QoS policies/rules backed by resources in Placement',
  ),
})
