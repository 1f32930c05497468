import { goldenRepositories } from '@nimbo/resource/rows/golden-repositories.testing'
import { addressGroups } from './resources/address-group/address-groups.ts'
import { addressScopes } from './resources/address-scope/address-scopes.ts'
import { conntrackHelpers } from './resources/conntrack-helper/conntrack-helpers.ts'
import { defaultRules } from './resources/default-security-group-rule/default-rules.ts'
import { statefulnesses } from './resources/default-statefulness/statefulnesses.ts'
import { flavors } from './resources/flavor/flavors.ts'
import { floatingIps } from './resources/floating-ip/floating-ips.ts'
import { portAssociations } from './resources/local-ip-association/port-associations.ts'
import { localIps } from './resources/local-ip/local-ips.ts'
import { logs } from './resources/log/logs.ts'
import { meteringLabelRules } from './resources/metering-label-rule/metering-label-rules.ts'
import { meteringLabels } from './resources/metering-label/metering-labels.ts'
import { ndpProxies } from './resources/ndp-proxy/ndp-proxies.ts'
import { segmentRanges } from './resources/network-segment-range/segment-ranges.ts'
import { networks } from './resources/network/networks.ts'
import { portForwardings } from './resources/port-forwarding/port-forwardings.ts'
import { ports } from './resources/port/ports.ts'
import { qosPolicies } from './resources/qos-policy/qos-policies.ts'
import {
  aliasBandwidthLimitRules,
  aliasDscpMarkingRules,
  aliasMinimumBandwidthRules,
  aliasMinimumPacketRateRules,
  bandwidthLimitRules,
  dscpMarkingRules,
  minimumBandwidthRules,
  minimumPacketRateRules,
  packetRateLimitRules,
} from './resources/qos-rule/qos-rules.ts'
import { rbacPolicies } from './resources/rbac-policy/rbac-policies.ts'
import { routers } from './resources/router/routers.ts'
import { securityGroupRules } from './resources/security-group-rule/security-group-rules.ts'
import { securityGroups } from './resources/security-group/security-groups.ts'
import { segments } from './resources/segment/segments.ts'
import { serviceProfiles } from './resources/service-profile/service-profiles.ts'
import { subnets } from './resources/subnet/subnets.ts'
import { subnetpools } from './resources/subnetpool/subnetpools.ts'
import { trunks } from './resources/trunk/trunks.ts'
import type { NetworkTables } from './tables.ts'

const url = import.meta.url

goldenRepositories<NetworkTables>(url, {
  'address-groups': addressGroups,
  'address-scopes': addressScopes,
  'alias-bandwidth-limit-rules': aliasBandwidthLimitRules,
  'alias-dscp-marking-rules': aliasDscpMarkingRules,
  'alias-minimum-bandwidth-rules': aliasMinimumBandwidthRules,
  'alias-minimum-packet-rate-rules': aliasMinimumPacketRateRules,
  'bandwidth-limit-rules': bandwidthLimitRules,
  'conntrack-helpers': conntrackHelpers,
  'default-rules': defaultRules,
  'dscp-marking-rules': dscpMarkingRules,
  flavors,
  'floating-ips': floatingIps,
  'local-ips': localIps,
  logs,
  'metering-label-rules': meteringLabelRules,
  'metering-labels': meteringLabels,
  'minimum-bandwidth-rules': minimumBandwidthRules,
  'minimum-packet-rate-rules': minimumPacketRateRules,
  'ndp-proxies': ndpProxies,
  networks,
  'packet-rate-limit-rules': packetRateLimitRules,
  'port-associations': portAssociations,
  'port-forwardings': portForwardings,
  ports,
  'qos-policies': qosPolicies,
  'rbac-policies': rbacPolicies,
  routers,
  'security-group-rules': securityGroupRules,
  'security-groups': securityGroups,
  'segment-ranges': segmentRanges,
  segments,
  'service-profiles': serviceProfiles,
  statefulnesses,
  subnetpools,
  subnets,
  trunks,
})
