import { addressGroup } from '@nimbo/contracts/network/address-group'
import { addressScope } from '@nimbo/contracts/network/address-scope'
import { conntrackHelper } from '@nimbo/contracts/network/conntrack-helper'
import { floatingIp } from '@nimbo/contracts/network/floating-ip'
import { serviceProfile } from '@nimbo/contracts/network/flavors'
import { meteringLabelRule } from '@nimbo/contracts/network/metering-label'
import { localIp, portAssociation } from '@nimbo/contracts/network/local-ip'
import { log } from '@nimbo/contracts/network/log'
import { ndpProxy } from '@nimbo/contracts/network/ndp-proxy'
import { network } from '@nimbo/contracts/network/network'
import { port } from '@nimbo/contracts/network/port'
import { qosPolicy } from '@nimbo/contracts/network/qos-policy'
import { router } from '@nimbo/contracts/network/router'
import { securityGroup } from '@nimbo/contracts/network/security-group'
import { securityGroupRule } from '@nimbo/contracts/network/security-group-rule'
import { segment } from '@nimbo/contracts/network/segment'
import { subnet } from '@nimbo/contracts/network/subnet'
import { subnetpool } from '@nimbo/contracts/network/subnetpool'
import { after, before, hooksOf } from '@nimbo/resource/hooks'
import type { Inside } from './app/deps.ts'
import { followNetwork, followSubnet, leaveNetwork } from './dhcp/follow-subnets.ts'
import { checkHelper, tellItsRouter } from './resources/conntrack-helper/check-helper.ts'
import {
  giveBackIdle,
  partFromAddresses,
  partFromPort,
  refuseWhileOfFloatingIp,
} from './resources/floating-ip/floating-ips-of-others.ts'
import {
  endAtAddresses,
  endAtPort,
  goWithFloatingIp,
  keepLeading,
  refuseBoth,
} from './resources/port-forwarding/forwardings-of-others.ts'
import {
  followPort,
  partWithPort,
  refuseWhileAssociated,
  refuseWhileOfLocalIp,
  spreadAssociation,
} from './resources/local-ip-association/associations-of-others.ts'
import { notifyLoggedPorts } from './resources/log/notify-logged-ports.ts'
import {
  endWithAddresses,
  endWithPort,
  keepWayOutside,
  needWayOutside,
  tellRouterOfProxy,
} from './resources/ndp-proxy/proxies-of-others.ts'
import { giveUpAddressesUnlessUsed, takeAutoAddresses } from './resources/port/addresses-of-subnet.ts'
import { refuseWhileUsed } from './resources/security-group/refuse-while-used.ts'
import { withReferences } from './resources/port/references-to-port.ts'
import { removeOwnPortsUnlessUsed } from './resources/port/ports-on-network.ts'
import {
  keepOneDefault as keepOneDefaultOutside,
  refuseWhileGateway,
  refuseWhileOfRouter,
  tellRouterOfPort,
  tellRoutersOn,
} from './resources/router/ports-of-routers.ts'
import { refuseDefaultGroup } from './resources/security-group/default-group-stays.ts'
import {
  refilterByAddresses,
  refuseWhileNamed,
} from './resources/security-group-rule/rules-naming-addresses.ts'
import { endRulesNaming } from './resources/security-group-rule/end-rules-naming.ts'
import { changeItsGroup } from './resources/security-group-rule/security-group-changed.ts'
import { keepOneDefault, keepSharing, refuseWhileFollowed } from './resources/qos-policy/keep-policy.ts'
import { checkPolicy, exchangePolicyOfNetwork, exchangePolicy } from './resources/qos-policy/follow-policy.ts'
import { qosRuleHooks } from './resources/qos-rule/hooks.ts'
import { beginSharing, endSharing, followSharing } from './resources/rbac-policy/sharing-with-all.ts'
import { refuseWhileAllocated, refuseWhilePoolsAreIn } from './resources/subnetpool/subnetpools-of-scope.ts'
import { tellPlacementOfPort, tellPlacementOfSubnet } from './resources/segment/tell-placement.ts'
import {
  beginWithOne,
  checkChangedSegment,
  checkItsSegment,
  followLastSubnet,
  refuseWhileNeeded,
} from './resources/segment/segments-of-others.ts'
import { followParent } from './resources/trunk/bind-sub-ports.ts'
import { refuseWhileTrunked } from './resources/trunk/trunk-of-port.ts'
import { checkRule } from './resources/metering-label-rule/metering-label-rules.ts'
import { checkChange, checkProfile, refuseWhileChosen } from './resources/service-profile/keep-profiles.ts'
import { changeItsNetwork, removeItsSubnets } from './resources/subnet/subnets-of-network.ts'

/**
 * How kinds of resource react to changes of other kinds, in order of execution, each within the transaction of the change. A new
 * kind adds its hooks here; the other kinds need no change.
 */
export const hooks = hooksOf<Inside>([
  after.create(network, beginWithOne),
  after.create(network, beginSharing('network')),
  after.update(network, (inside, { after: changed }) => followNetwork(inside, changed)),
  after.create(network, keepOneDefaultOutside),
  after.update(network, refuseWhileGateway),
  after.update(network, (inside, { after: changed }) => keepOneDefaultOutside(inside, changed)),
  after.update(network, (inside, { after: changed }) => tellRoutersOn(inside, changed.id)),
  after.update(network, (inside, { before: was, after: is }) => followSharing('network')(inside, was, is)),
  before.delete(network, giveBackIdle),
  before.delete(network, removeOwnPortsUnlessUsed),
  before.delete(network, removeItsSubnets),
  before.delete(network, leaveNetwork),
  after.delete(network, endSharing('network')),

  after.create(subnet, checkItsSegment),
  after.update(subnet, checkChangedSegment),
  after.delete(subnet, followLastSubnet),
  before.delete(segment, refuseWhileNeeded),
  after.create(subnet, takeAutoAddresses),
  after.create(subnet, followSubnet),
  after.create(subnet, changeItsNetwork),
  after.update(subnet, (inside, { after: changed }) => followSubnet(inside, changed)),
  after.update(subnet, (inside, { after: changed }) => changeItsNetwork(inside, changed)),
  after.update(subnet, (inside, { after: changed }) => tellRoutersOn(inside, changed.network_id)),
  before.delete(subnet, giveUpAddressesUnlessUsed),
  after.delete(subnet, followSubnet),
  after.delete(subnet, changeItsNetwork),
  after.create(subnet, tellPlacementOfSubnet),
  after.update(subnet, (inside, { after: changed }) => tellPlacementOfSubnet(inside, changed)),
  after.delete(subnet, tellPlacementOfSubnet),
  after.create(port, tellPlacementOfPort),
  after.update(port, (inside, { after: changed }) => tellPlacementOfPort(inside, changed)),
  after.delete(port, tellPlacementOfPort),

  after.update(port, tellRouterOfPort),
  after.update(port, partFromAddresses),
  before.delete(port, refuseWhileOfRouter),
  before.delete(port, refuseWhileOfFloatingIp),
  before.delete(
    port,
    withReferences([
      ['floatingips', partFromPort],
      ['port_forwardings', endAtPort],
      ['ndp_proxies', endWithPort],
      ['local_ips', refuseWhileOfLocalIp],
      ['port_associations', partWithPort],
    ]),
  ),
  after.update(port, endAtAddresses),

  after.update(port, endWithAddresses),

  after.create(portAssociation, spreadAssociation),
  after.delete(portAssociation, spreadAssociation),
  before.delete(localIp, refuseWhileAssociated),
  after.update(port, followPort),

  after.create(log, notifyLoggedPorts),
  after.update(log, (inside, { after: changed }) => notifyLoggedPorts(inside, changed)),
  after.delete(log, notifyLoggedPorts),

  after.create(router, needWayOutside),
  after.update(router, keepWayOutside),
  after.create(ndpProxy, tellRouterOfProxy),
  after.delete(ndpProxy, tellRouterOfProxy),

  after.create(floatingIp, refuseBoth),
  after.update(floatingIp, keepLeading),
  before.delete(floatingIp, goWithFloatingIp),

  after.create(conntrackHelper, checkHelper),
  after.create(conntrackHelper, tellItsRouter),
  after.update(conntrackHelper, (inside, { after: changed }) => checkHelper(inside, changed)),
  after.update(conntrackHelper, (inside, { after: changed }) => tellItsRouter(inside, changed)),
  after.delete(conntrackHelper, tellItsRouter),

  before.delete(securityGroup, refuseWhileUsed),
  before.delete(securityGroup, refuseDefaultGroup),
  before.delete(securityGroup, endRulesNaming),
  after.delete(securityGroup, endSharing('security_group')),

  after.delete(securityGroupRule, changeItsGroup),

  after.update(addressGroup, refilterByAddresses),
  before.delete(addressGroup, refuseWhileNamed),
  after.delete(addressGroup, endSharing('address_group')),

  after.create(addressScope, beginSharing('address_scope')),
  after.update(addressScope, (inside, { before: was, after: is }) =>
    followSharing('address_scope')(inside, was, is),
  ),
  before.delete(addressScope, refuseWhilePoolsAreIn),
  after.delete(addressScope, endSharing('address_scope')),

  after.create(subnetpool, beginSharing('subnetpool')),
  before.delete(subnetpool, refuseWhileAllocated),
  after.delete(subnetpool, endSharing('subnetpool')),

  after.create(qosPolicy, keepOneDefault),
  after.create(qosPolicy, beginSharing('qos_policy')),
  after.update(qosPolicy, (inside, { after: changed }) => keepOneDefault(inside, changed)),
  after.update(qosPolicy, keepSharing),
  before.delete(qosPolicy, refuseWhileFollowed),
  after.delete(qosPolicy, endSharing('qos_policy')),
  after.create(port, checkPolicy),
  after.update(port, exchangePolicy),
  after.create(floatingIp, checkPolicy),
  after.update(floatingIp, exchangePolicy),
  after.create(network, checkPolicy),
  after.update(network, exchangePolicyOfNetwork),
  ...qosRuleHooks,

  after.create(meteringLabelRule, checkRule),

  after.create(serviceProfile, checkProfile),
  after.update(serviceProfile, checkChange),
  before.delete(serviceProfile, refuseWhileChosen),

  after.update(port, followParent),
  before.delete(port, refuseWhileTrunked),
])
