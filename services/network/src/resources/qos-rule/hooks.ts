import {
  bandwidthLimitRule,
  dscpMarkingRule,
  minimumBandwidthRule,
  minimumPacketRateRule,
  packetRateLimitRule,
} from '@nimbo/contracts/network/qos-rules'
import { after } from '@nimbo/resource/hooks'
import type { Inside } from '../../app/deps.ts'
import { ruleGone, ruleThere } from './rule-changed.ts'

/** Hooks of QoS rules, the same for each type. */
export const qosRuleHooks = [
  after.create(bandwidthLimitRule, ruleThere('bandwidth_limit')),
  after.update(bandwidthLimitRule, (inside: Inside, change) =>
    ruleThere('bandwidth_limit')(inside, change.after),
  ),
  after.delete(bandwidthLimitRule, ruleGone('bandwidth_limit')),
  after.create(dscpMarkingRule, ruleThere('dscp_marking')),
  after.update(dscpMarkingRule, (inside: Inside, change) => ruleThere('dscp_marking')(inside, change.after)),
  after.delete(dscpMarkingRule, ruleGone('dscp_marking')),
  after.create(minimumBandwidthRule, ruleThere('minimum_bandwidth')),
  after.update(minimumBandwidthRule, (inside: Inside, change) =>
    ruleThere('minimum_bandwidth')(inside, change.after),
  ),
  after.delete(minimumBandwidthRule, ruleGone('minimum_bandwidth')),
  after.create(packetRateLimitRule, ruleThere('packet_rate_limit')),
  after.update(packetRateLimitRule, (inside: Inside, change) =>
    ruleThere('packet_rate_limit')(inside, change.after),
  ),
  after.delete(packetRateLimitRule, ruleGone('packet_rate_limit')),
  after.create(minimumPacketRateRule, ruleThere('minimum_packet_rate')),
  after.update(minimumPacketRateRule, (inside: Inside, change) =>
    ruleThere('minimum_packet_rate')(inside, change.after),
  ),
  after.delete(minimumPacketRateRule, ruleGone('minimum_packet_rate')),
]
