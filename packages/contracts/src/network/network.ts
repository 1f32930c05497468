import { apart, attribute, partlyGiven } from '@nimbo/resource/describe/attribute'
import { type Of, type Plain, type Parent, resource } from '@nimbo/resource/describe/kind'
import { tagged } from '@nimbo/resource/describe/standard-attributes'
import { alien, literal, type ValueType } from '@nimbo/resource/describe/value-type'
import { boolean, integer, listOf, oneOf, orNull, text, uuid } from '@nimbo/resource/describe/value-types'
import { named, standard } from './standard.ts'
import { dnsDomain } from './address-types.ts'
import { crud } from './crud.ts'
import { resourceNotifications } from './resource-notifications.ts'

export const networkTypes = ['local', 'flat', 'vlan', 'vxlan', 'geneve'] as const
export type NetworkType = (typeof networkTypes)[number]

/** The network type in a request; an unsupported one is refused with a message of its own. */
export const networkTypeRequest: ValueType<NetworkType, 'text'> = {
  ...oneOf(...networkTypes),
  accept: (given) => {
    const type = oneOf(...networkTypes).accept(given)
    return 'problem' in type ? alien(`network_type value ${literal(given)} not supported`) : type
  },
}

/**
 * The largest MTU that the schema accepts. The limit of the network's type is lower; requests above it are refused with a message
 * that names it.
 */
const largestMtu = 2_147_483_647
const largestSegment = 16_777_215

/** A network: a broadcast domain. */
export const network = resource('network', 'networks', {
  ...standard,
  ...named,
  admin_state_up: attribute(boolean, { on: 'create update', default: true }),
  status: attribute(oneOf('ACTIVE'), {}),
  shared: attribute(boolean, { on: 'create update', default: false }),
  'router:external': attribute(boolean, { on: 'create update', default: false }),
  is_default: attribute(boolean, { on: 'create update', default: false }),
  mtu: attribute(integer(0, largestMtu), { on: 'create update' }),
  port_security_enabled: attribute(boolean, { on: 'create update', default: true }),
  'provider:network_type': partlyGiven(oneOf(...networkTypes), networkTypeRequest, { on: 'create update' }),
  'provider:physical_network': attribute(orNull(text(64)), { on: 'create update' }),
  'provider:segmentation_id': attribute(orNull(integer(1, largestSegment)), { on: 'create update' }),
  availability_zone_hints: attribute(listOf(text()), { on: 'create', default: [], filter: false }),
  dns_domain: attribute(dnsDomain, { on: 'create update', default: '', filter: false }),
  // Whether the network is one L2 segment; false once its subnets have segments.
  l2_adjacency: attribute(boolean, { filter: false, sort: false }),
  qos_policy_id: attribute(orNull(uuid), { on: 'create update', filter: false }),
  ipv4_address_scope: apart(orNull(uuid), { filter: false }),
  ipv6_address_scope: apart(orNull(uuid), { filter: false }),
  subnets: apart(listOf(uuid), { filter: false }),
  // Whether any of its ports has a local IP: only then local IPs are read for the ports that agents are sent.
  local_ips: attribute(boolean, { filter: false, sort: false, shown: false }),
  availability_zones: apart(listOf(text()), { filter: false }),
  ...tagged,
})

export type Network = Of<typeof network>
export type PlainNetwork = Plain<typeof network>

/** How ports and subnets refer to their network, with its facts for policy rules. */
export const ofNetwork: Parent = {
  kind: network,
  attribute: 'network_id',
  facts: {
    'network:project_id': 'project_id',
    'network:shared': 'shared',
    'subnet:router:external': 'router:external',
    'network:qos_policy_id': 'qos_policy_id',
  },
}

export const networkOperations = crud(network, {
  notFound: 'NetworkNotFound',
  create: [
    'AvailabilityZoneNotFound',
    'InvalidInput',
    'NoNetworkAvailable',
    'VlanIdInUse',
    'FlatNetworkInUse',
    'TunnelIdInUse',
    'QosPolicyNotFound',
    'DefaultExternalNetworkExists',
    'OverQuota',
  ],
  update: [
    'InvalidInput',
    'VlanIdInUse',
    'QosPolicyNotFound',
    'PolicyRemoveAuthorizationError',
    'DefaultExternalNetworkExists',
    'ExternalNetworkInUse',
    'InvalidSharedSetting',
    'RevisionNumberConstraintFailed',
  ],
  delete: ['NetworkInUse', 'RevisionNumberConstraintFailed'],
})

export const networkNotifications = resourceNotifications('network', { whenDeleted: 'whole' })
