import type { DescribedApi } from '@nimbo/http/open-api-document'
import type { Room } from './api/room.ts'
import { routesOf } from './api/routes.ts'
import { addressGroupRoom } from './resources/address-group/room.ts'
import { addressScopeRoom } from './resources/address-scope/room.ts'
import { agentRoom } from './resources/agent/room.ts'
import { conntrackHelperRoom } from './resources/conntrack-helper/room.ts'
import { floatingIpRoom } from './resources/floating-ip/room.ts'
import { autoAllocatedTopologyRoom } from './resources/auto-allocated-topology/room.ts'
import { defaultSecurityGroupRuleRoom } from './resources/default-security-group-rule/room.ts'
import { defaultStatefulnessRoom } from './resources/default-statefulness/room.ts'
import { flavorRoom } from './resources/flavor/room.ts'
import { meteringLabelRoom } from './resources/metering-label/room.ts'
import { meteringLabelRuleRoom } from './resources/metering-label-rule/room.ts'
import { serviceProfileRoom } from './resources/service-profile/room.ts'
import { networkSegmentRangeRoom } from './resources/network-segment-range/room.ts'
import { portBindingRoom } from './resources/port-binding/room.ts'
import { ndpProxyRoom } from './resources/ndp-proxy/room.ts'
import { localIpRoom } from './resources/local-ip/room.ts'
import { portAssociationRoom } from './resources/local-ip-association/room.ts'
import { logRoom } from './resources/log/room.ts'
import { segmentRoom } from './resources/segment/room.ts'
import { networkIpAvailabilityRoom } from './resources/network-ip-availability/room.ts'
import { networkRoom } from './resources/network/room.ts'
import { portForwardingRoom } from './resources/port-forwarding/room.ts'
import { portRoom } from './resources/port/room.ts'
import { routerRoom } from './resources/router/room.ts'
import { qosPolicyRoom } from './resources/qos-policy/room.ts'
import { qosRuleRooms } from './resources/qos-rule/room.ts'
import { rbacPolicyRoom } from './resources/rbac-policy/room.ts'
import { securityGroupRoom } from './resources/security-group/room.ts'
import { securityGroupRuleRoom } from './resources/security-group-rule/room.ts'
import { subnetRoom } from './resources/subnet/room.ts'
import { subnetpoolRoom } from './resources/subnetpool/room.ts'
import { trunkRoom } from './resources/trunk/room.ts'

/** Every kind of resource of the service. This is the only list of them. */
export const rooms: readonly Room[] = [
  networkRoom,
  subnetRoom,
  portRoom,
  securityGroupRoom,
  securityGroupRuleRoom,
  addressGroupRoom,
  addressScopeRoom,
  subnetpoolRoom,
  rbacPolicyRoom,
  qosPolicyRoom,
  ...qosRuleRooms,
  trunkRoom,
  networkIpAvailabilityRoom,
  portBindingRoom,
  autoAllocatedTopologyRoom,
  networkSegmentRangeRoom,
  meteringLabelRoom,
  meteringLabelRuleRoom,
  serviceProfileRoom,
  flavorRoom,
  defaultSecurityGroupRuleRoom,
  defaultStatefulnessRoom,
  agentRoom,
  routerRoom,
  floatingIpRoom,
  portForwardingRoom,
  conntrackHelperRoom,
  ndpProxyRoom,
  segmentRoom,
  logRoom,
  localIpRoom,
  portAssociationRoom,
]

/** All operations with their handlers. */
export const routes = routesOf(rooms)
/** The description of this API, for OpenAPI and the coverage report. */
export const described: DescribedApi = {
  title: 'Network',
  operations: routes.map(({ operation }) => operation),
  prefix: '/v2.0',
}
