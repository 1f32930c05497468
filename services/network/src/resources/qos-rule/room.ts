import * as rules from '@nimbo/contracts/network/qos-rules'
import { extension } from '../../api/extensions.ts'
import { memberRoutes } from '../../api/resource-routes.ts'
import { type Room, roomOf } from '../../api/room.ts'
import { parentsIn } from '../../api/served-kind.ts'
import { simpleUseCases } from '../../app/simple-use-cases.ts'
import { errors as policyErrors } from '../qos-policy/errors.ts'
import { qosPolicies } from '../qos-policy/qos-policies.ts'
import { errors } from './errors.ts'
import * as kept from './qos-rules.ts'
import { ruleTypeRoutes } from './rule-types.ts'

const found = {
  parents: parentsIn(qosPolicies, policyErrors.QosPolicyNotFound),
  notFound: errors.QosRuleNotFound,
}
const foundAlone = { notFound: errors.QosRuleNotFound }

const bandwidth = simpleUseCases({ repository: kept.bandwidthLimitRules, rowOf: (values) => values })
const marking = simpleUseCases({ repository: kept.dscpMarkingRules, rowOf: (values) => values })
const minimum = simpleUseCases({ repository: kept.minimumBandwidthRules, rowOf: (values) => values })
const packets = simpleUseCases({ repository: kept.packetRateLimitRules, rowOf: (values) => values })
const minimumPackets = simpleUseCases({
  repository: kept.minimumPacketRateRules,
  rowOf: (values) => values,
})

const bandwidthLimitRoom = roomOf(
  rules.bandwidthLimitRuleOperations,
  { ...bandwidth, ...found, repository: kept.bandwidthLimitRules },
  {
    migrations: {},
    notifications: rules.bandwidthLimitRuleNotifications,
    extensions: [
      extension('qos-bw-limit-direction', 'Direction for QoS bandwidth limit rule', 'Limits for either way'),
      extension('qos-rules-alias', 'Ability to modify QoS rules by alias', 'Rules found without policies'),
      extension('qos-rule-type-details', 'Details of QoS rule types', 'What rules of a type can say'),
      extension('qos-rule-type-filter', 'QoS rule type filter', 'Which types are told'),
    ],
    routes: [
      ...memberRoutes(rules.aliasBandwidthLimitRuleOperations, {
        ...{ ...bandwidth, ...foundAlone },
        repository: kept.aliasBandwidthLimitRules,
      }),
      ...ruleTypeRoutes({
        bandwidth_limit: rules.bandwidthLimitRule,
        dscp_marking: rules.dscpMarkingRule,
        minimum_bandwidth: rules.minimumBandwidthRule,
        packet_rate_limit: rules.packetRateLimitRule,
        minimum_packet_rate: rules.minimumPacketRateRule,
      }),
    ],
  },
)

const dscpMarkingRoom = roomOf(
  rules.dscpMarkingRuleOperations,
  { ...marking, ...found, repository: kept.dscpMarkingRules },
  {
    migrations: {},
    notifications: rules.dscpMarkingRuleNotifications,
    routes: memberRoutes(rules.aliasDscpMarkingRuleOperations, {
      ...{ ...marking, ...foundAlone },
      repository: kept.aliasDscpMarkingRules,
    }),
  },
)

const minimumBandwidthRoom = roomOf(
  rules.minimumBandwidthRuleOperations,
  { ...minimum, ...found, repository: kept.minimumBandwidthRules },
  {
    migrations: {},
    notifications: rules.minimumBandwidthRuleNotifications,
    extensions: [
      extension('qos-bw-minimum-ingress', 'Ingress minimum bandwidth', 'Promises for what is received'),
      extension('port-resource-request', 'Port Resource Request', 'What a port needs of its host'),
      extension('port-resource-request-groups', 'Port Resource Request Groups', 'The same, in groups'),
    ],
    routes: memberRoutes(rules.aliasMinimumBandwidthRuleOperations, {
      ...{ ...minimum, ...foundAlone },
      repository: kept.aliasMinimumBandwidthRules,
    }),
  },
)

const packetRateLimitRoom = roomOf(
  rules.packetRateLimitRuleOperations,
  { ...packets, ...found, repository: kept.packetRateLimitRules },
  {
    migrations: {},
    notifications: rules.packetRateLimitRuleNotifications,
    extensions: [extension('qos-pps', 'QoS packet rate limit', 'Limits in packets')],
  },
)

const minimumPacketRateRoom = roomOf(
  rules.minimumPacketRateRuleOperations,
  { ...minimumPackets, ...found, repository: kept.minimumPacketRateRules },
  {
    migrations: {},
    notifications: rules.minimumPacketRateRuleNotifications,
    extensions: [
      extension('qos-pps-minimum', 'QoS minimum packet rate', 'Promises in packets'),
      extension('qos-pps-minimum-rule-alias', 'Minimum packet rates by alias', 'Found without policies'),
    ],
    routes: memberRoutes(rules.aliasMinimumPacketRateRuleOperations, {
      ...{ ...minimumPackets, ...foundAlone },
      repository: kept.aliasMinimumPacketRateRules,
    }),
  },
)

/** The rooms of all rule types. */
export const qosRuleRooms: readonly Room[] = [
  bandwidthLimitRoom,
  dscpMarkingRoom,
  minimumBandwidthRoom,
  packetRateLimitRoom,
  minimumPacketRateRoom,
]
