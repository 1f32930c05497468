import { attribute } from '@nimbo/resource/describe/attribute'
import { type Attributes, type Parent, resource } from '@nimbo/resource/describe/kind'
import { identified } from '@nimbo/resource/describe/standard-attributes'
import { integer, oneOf, oneOfNumbers, uuid } from '@nimbo/resource/describe/value-types'
import { crud } from './crud.ts'
import { qosPolicy } from './qos-policy.ts'
import { resourceNotifications } from './resource-notifications.ts'

const most = 2_147_483_647

/** Rules belong to a policy, whose owner decides. */
const ofPolicy: Parent = {
  kind: qosPolicy,
  attribute: 'qos_policy_id',
  facts: { 'ext_parent:project_id': 'project_id' },
}

const ruleAttributes = <Described extends Attributes>(described: Described) => ({
  ...identified,
  qos_policy_id: attribute(uuid, { on: 'create', required: true, shown: false }),
  ...described,
})

const rule = <
  const Name extends string,
  const Collection extends string,
  Described extends ReturnType<typeof ruleAttributes>,
>(
  name: Name,
  collection: Collection,
  attributes: Described,
) =>
  resource(name, collection, attributes, { parent: ofPolicy, path: `qos/policies/{policy_id}/${collection}` })

/** The same rule without its policy in the path. */
const alias = <
  const Name extends string,
  const Collection extends string,
  Described extends ReturnType<typeof ruleAttributes>,
>(
  name: Name,
  collection: Collection,
  attributes: Described,
) => resource(name, collection, attributes, { parent: ofPolicy, path: `qos/alias_${collection}` })

const amount = (example: number) =>
  attribute(integer(0, most), { on: 'create update', required: true, example })
const burst = attribute(integer(0, most), { on: 'create update', default: 0 })
const direction = attribute(oneOf('egress', 'ingress'), { on: 'create update', default: 'egress' })

/** DSCP values (RFC 2474 and its successors). */
const dscpMark = oneOfNumbers(
  ...[0, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26],
  ...[28, 30, 32, 34, 36, 38, 40, 44, 46, 48, 56],
)

const bandwidth = ruleAttributes({ max_kbps: amount(1000), max_burst_kbps: burst, direction })
const marking = ruleAttributes({
  dscp_mark: attribute(dscpMark, { on: 'create update', required: true, example: 26 }),
})
const minimum = ruleAttributes({ min_kbps: amount(1000), direction })
const packets = ruleAttributes({ max_kpps: amount(1000), max_burst_kpps: burst, direction })
const minimumPackets = ruleAttributes({
  min_kpps: amount(1000),
  direction: attribute(oneOf('egress', 'ingress', 'any'), { on: 'create update', default: 'egress' }),
})

export const bandwidthLimitRule = rule('bandwidth_limit_rule', 'bandwidth_limit_rules', bandwidth)
export const dscpMarkingRule = rule('dscp_marking_rule', 'dscp_marking_rules', marking)
export const minimumBandwidthRule = rule('minimum_bandwidth_rule', 'minimum_bandwidth_rules', minimum)
export const packetRateLimitRule = rule('packet_rate_limit_rule', 'packet_rate_limit_rules', packets)
export const minimumPacketRateRule = rule(
  'minimum_packet_rate_rule',
  'minimum_packet_rate_rules',
  minimumPackets,
)

export const aliasBandwidthLimitRule = alias('alias_bandwidth_limit_rule', 'bandwidth_limit_rules', bandwidth)
export const aliasDscpMarkingRule = alias('alias_dscp_marking_rule', 'dscp_marking_rules', marking)
export const aliasMinimumBandwidthRule = alias(
  'alias_minimum_bandwidth_rule',
  'minimum_bandwidth_rules',
  minimum,
)
export const aliasMinimumPacketRateRule = alias(
  'alias_minimum_packet_rate_rule',
  'minimum_packet_rate_rules',
  minimumPackets,
)

const changes = ['QoSRulesConflict', 'QoSRuleParameterConflict', 'NotImplementedError']
const errors = {
  notFound: 'QosRuleNotFound',
  create: ['QosPolicyNotFound', ...changes],
  update: ['QosPolicyNotFound', ...changes],
  delete: ['QosPolicyNotFound', 'NotImplementedError'],
}

export const bandwidthLimitRuleOperations = crud(bandwidthLimitRule, errors)
export const dscpMarkingRuleOperations = crud(dscpMarkingRule, errors)
export const minimumBandwidthRuleOperations = crud(minimumBandwidthRule, errors)
export const packetRateLimitRuleOperations = crud(packetRateLimitRule, errors)
export const minimumPacketRateRuleOperations = crud(minimumPacketRateRule, errors)

export const aliasBandwidthLimitRuleOperations = crud(aliasBandwidthLimitRule, errors)
export const aliasDscpMarkingRuleOperations = crud(aliasDscpMarkingRule, errors)
export const aliasMinimumBandwidthRuleOperations = crud(aliasMinimumBandwidthRule, errors)
export const aliasMinimumPacketRateRuleOperations = crud(aliasMinimumPacketRateRule, errors)

const ruleNotifications = (name: string) => resourceNotifications(name, { whenDeleted: 'id' })

export const bandwidthLimitRuleNotifications = ruleNotifications('bandwidth_limit_rule')
export const dscpMarkingRuleNotifications = ruleNotifications('dscp_marking_rule')
export const minimumBandwidthRuleNotifications = ruleNotifications('minimum_bandwidth_rule')
export const packetRateLimitRuleNotifications = ruleNotifications('packet_rate_limit_rule')
export const minimumPacketRateRuleNotifications = ruleNotifications('minimum_packet_rate_rule')
