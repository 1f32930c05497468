import { errors } from './errors.ts'
import type { QosRule, QosRuleType } from './qos-rules.ts'

/** The direction of a rule; DSCP marking applies to egress only. */
const directionOf = (rule: QosRule): string => (rule.type === 'dscp_marking' ? '' : rule.direction)

const parameterConflict = (
  policyId: string,
  value: string | number,
  type: QosRuleType,
  existing: string | number,
) => errors.QoSRuleParameterConflict({ policyId, value: String(value), type, existing: String(existing) })

/** Throws when a maximum bandwidth is below a minimum of the same direction. */
const checkBandwidth = (policyId: string, changed: QosRule, other: QosRule): void => {
  if (changed.type === 'bandwidth_limit' && other.type === 'minimum_bandwidth') {
    if (changed.direction === other.direction && other.min_kbps > changed.max_kbps)
      throw parameterConflict(policyId, changed.max_kbps, other.type, other.min_kbps)
  }
  if (changed.type === 'minimum_bandwidth' && other.type === 'bandwidth_limit') {
    if (changed.direction === other.direction && other.max_kbps < changed.min_kbps)
      throw parameterConflict(policyId, changed.min_kbps, other.type, other.max_kbps)
  }
}

/** Throws unless a created or changed rule fits the policy's other rules. */
export const checkTogether = (policyId: string, changed: QosRule, others: readonly QosRule[]): void => {
  for (const other of others) {
    checkBandwidth(policyId, changed, other)
    if (other.type !== changed.type) continue
    const [one, two] = [directionOf(changed), directionOf(other)]
    if (changed.type === 'minimum_packet_rate' && one !== two && [one, two].includes('any'))
      throw parameterConflict(policyId, one, other.type, two)
    if (one === two) throw errors.QoSRulesConflict({ type: changed.type, ruleId: other.id, policyId })
  }
}
