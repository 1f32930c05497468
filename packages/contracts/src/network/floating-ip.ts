import { apart, attribute } from '@nimbo/resource/describe/attribute'
import { type Of, type Plain, resource } from '@nimbo/resource/describe/kind'
import { tagged } from '@nimbo/resource/describe/standard-attributes'
import {
  boolean,
  dictionary,
  listOf,
  objectOf,
  oneOf,
  orElse,
  orNull,
  text,
  uuid,
} from '@nimbo/resource/describe/value-types'
import { view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { dnsDomain, dnsName, ipAddress } from './address-types.ts'
import { crud } from './crud.ts'
import { resourceNotifications } from './resource-notifications.ts'
import { standard } from './standard.ts'

/** The associated port as shown with the floating IP. */
const portDetails = objectOf({
  name: text(),
  network_id: uuid,
  mac_address: text(),
  admin_state_up: boolean,
  status: text(),
  device_id: text(),
  device_owner: text(),
})

/** An external address associated with an internal one. */
export const floatingIp = resource('floatingip', 'floatingips', {
  ...standard,
  description: attribute(orElse('', text()), { on: 'create update', default: '' }),
  floating_network_id: attribute(uuid, { on: 'create', required: true }),
  floating_ip_address: attribute(ipAddress, { on: 'create' }),
  /** The subnet to allocate the address from. */
  subnet_id: apart(orNull(uuid), { on: 'create', filter: false }),
  port_id: attribute(orNull(uuid), { on: 'create update', default: null }),
  fixed_ip_address: attribute(orNull(ipAddress), { on: 'create update', default: null }),
  router_id: attribute(orNull(uuid), {}),
  status: attribute(oneOf('ACTIVE', 'DOWN', 'ERROR'), {}),
  dns_name: attribute(dnsName, { on: 'create', default: '' }),
  dns_domain: attribute(dnsDomain, { on: 'create', default: '' }),
  qos_policy_id: attribute(orNull(uuid), { on: 'create update', default: null, filter: false }),
  /** The policy of its external network, which it follows without one of its own. */
  qos_network_policy_id: apart(orNull(uuid), { filter: false }),
  port_details: apart(orNull(portDetails), { filter: false }),
  port_forwardings: apart(listOf(dictionary), { filter: false }),
  ...tagged,
})

export type FloatingIp = Of<typeof floatingIp>
export type PlainFloatingIp = Plain<typeof floatingIp>

const changeErrors = [
  'BadRequest',
  'QosPolicyNotFound',
  'PortNotFound',
  'ExternalGatewayForFloatingIPNotFound',
  'FloatingIPPortAlreadyAssociated',
  'FipInUseByPortForwarding',
  'PortHasPortForwarding',
]

export const floatingIpOperations = crud(floatingIp, {
  notFound: 'FloatingIPNotFound',
  create: [
    ...changeErrors,
    'IpAddressAlreadyAllocated',
    'IpAddressGenerationFailure',
    'InvalidIpForNetwork',
    'OverQuota',
  ],
  update: [...changeErrors, 'PolicyRemoveAuthorizationError', 'RevisionNumberConstraintFailed'],
  delete: ['RevisionNumberConstraintFailed'],
})

export const floatingIpNotifications = resourceNotifications('floatingip', { whenDeleted: 'whole' })

/** Subnets of external networks. */
export const listFloatingIpPools = operation({
  id: 'floatingip_pools.list',
  method: 'GET',
  path: '/floatingip_pools',
  summary: 'List the subnets that floating IPs come from',
  rule: 'get_floatingip_pool',
  on: ownProject,
  replies: {
    200: view({
      floatingip_pools: Type.Array(
        view({
          network_id: Type.String(),
          subnet_id: Type.String(),
          subnet_name: Type.String(),
          cidr: Type.String(),
          project_id: Type.String(),
          tenant_id: Type.String(),
        }),
      ),
    }),
  },
})
