import {
  aliasBandwidthLimitRule,
  aliasDscpMarkingRule,
  aliasMinimumBandwidthRule,
  aliasMinimumPacketRateRule,
  bandwidthLimitRule,
  dscpMarkingRule,
  minimumBandwidthRule,
  minimumPacketRateRule,
  packetRateLimitRule,
} from '@nimbo/contracts/network/qos-rules'
import { repository } from '@nimbo/resource/rows/repository'
import { knownToAll } from '@nimbo/resource/rows/scopes'
import type { Db } from '../../tables.ts'

/** Whoever can see a policy can see its rules. */
const parts = { visibleTo: knownToAll }

export const bandwidthLimitRules = repository(bandwidthLimitRule, parts)
export const dscpMarkingRules = repository(dscpMarkingRule, parts)
export const minimumBandwidthRules = repository(minimumBandwidthRule, parts)
export const packetRateLimitRules = repository(packetRateLimitRule, parts)
export const minimumPacketRateRules = repository(minimumPacketRateRule, parts)

export const aliasBandwidthLimitRules = repository(aliasBandwidthLimitRule, parts)
export const aliasDscpMarkingRules = repository(aliasDscpMarkingRule, parts)
export const aliasMinimumBandwidthRules = repository(aliasMinimumBandwidthRule, parts)
export const aliasMinimumPacketRateRules = repository(aliasMinimumPacketRateRule, parts)

/** All rules of these policies with their types, as a policy shows them. */
export const rulesOfPolicies = async (db: Db, policyIds: readonly string[]) => {
  const of = { qos_policy_id: policyIds }
  const typed = <Type extends string, Rule>(type: Type, rules: readonly Rule[]) =>
    rules.map((rule) => ({ ...rule, type }))
  return [
    ...typed('bandwidth_limit', await bandwidthLimitRules.list(db, 'all', of)),
    ...typed('dscp_marking', await dscpMarkingRules.list(db, 'all', of)),
    ...typed('minimum_bandwidth', await minimumBandwidthRules.list(db, 'all', of)),
    ...typed('packet_rate_limit', await packetRateLimitRules.list(db, 'all', of)),
    ...typed('minimum_packet_rate', await minimumPacketRateRules.list(db, 'all', of)),
  ]
}

/** A rule of any type, discriminated by `type`. */
export type QosRule = Awaited<ReturnType<typeof rulesOfPolicies>>[number]
export type QosRuleType = QosRule['type']
