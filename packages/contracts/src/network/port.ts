import { apart, attribute, partlyGiven, partlyGivenApart } from '@nimbo/resource/describe/attribute'
import { type Of, type Plain, resource } from '@nimbo/resource/describe/kind'
import { tagged } from '@nimbo/resource/describe/standard-attributes'
import {
  accepted,
  alien,
  literal,
  refused,
  type ValueOf,
  type ValueType,
} from '@nimbo/resource/describe/value-type'
import {
  boolean,
  dictionary,
  integer,
  listOf,
  objectOf,
  oneOf,
  oneOfNumbers,
  optional,
  orElse,
  orNull,
  text,
  uuid,
} from '@nimbo/resource/describe/value-types'
import { addressPair, addressPairRequests } from './address-pairs.ts'
import { dnsDomain, dnsName, ipAddress, macAddress } from './address-types.ts'
import { ofNetwork } from './network.ts'
import { named, standard } from './standard.ts'
import { crud } from './crud.ts'
import { resourceNotifications } from './resource-notifications.ts'

const fixedIp = objectOf({ subnet_id: uuid, ip_address: ipAddress })

/** A requested fixed IP: subnet, address, or both; a subnet alone means any address. */
const fixedIpRequest = objectOf({ subnet_id: optional(uuid), ip_address: optional(ipAddress) })

/** Whether a request for a fixed IP names neither subnet nor address. */
const saysNothing = (given: unknown): boolean =>
  typeof given === 'object' && given !== null && !('subnet_id' in given) && !('ip_address' in given)

/** The requested fixed IPs: several may name the same subnet, but each address may be requested only once. */
const fixedIpRequests: ValueType<readonly ValueOf<typeof fixedIpRequest>[], 'json'> = {
  ...listOf(fixedIpRequest),
  accept: (given) => {
    if (!Array.isArray(given)) return refused(`Invalid data format for fixed IP: ${literal(given)}`)
    const requests: ValueOf<typeof fixedIpRequest>[] = []
    for (const each of given) {
      if (saysNothing(each)) return alien('IP allocation requires subnet_id or ip_address')
      const request = fixedIpRequest.accept(each)
      if ('problem' in request) return request
      const { ip_address: ip } = request.value
      if (ip !== undefined && requests.some(({ ip_address }) => ip_address === ip))
        return refused(`Duplicate IP address '${ip}'`)
      requests.push(request.value)
    }
    return accepted(requests)
  },
}

const optionName: ValueType<string, 'text'> = {
  ...text(64),
  accept: (given) => (given === '' ? refused("'' is not a name of an option") : text(64).accept(given)),
}

const dhcpOption = objectOf({
  opt_name: optionName,
  opt_value: orNull(text()),
  ip_version: optional(oneOfNumbers(4, 6)),
})

/** A requested DHCP option; it is for IPv4 by default. */
const dhcpOptionRequest: typeof dhcpOption = {
  ...dhcpOption,
  accept: (given) => {
    const option = dhcpOption.accept(given)
    return 'problem' in option
      ? alien(`No valid key specs matched for: ${literal(given)}`)
      : accepted({ ip_version: 4, ...option.value })
  },
}

/** A DNS name with its address. */
const dnsAssignment = objectOf({ ip_address: ipAddress, hostname: text(), fqdn: text() })

const trunkDetails = objectOf({
  trunk_id: uuid,
  sub_ports: listOf(
    objectOf({
      port_id: uuid,
      segmentation_type: text(),
      segmentation_id: integer(0, 2_147_483_647),
      mac_address: macAddress,
    }),
  ),
})

/** Kinds of network interface. Software bridges wire `normal` ones; the others need hardware of the host. */
export const vnicTypes = [
  ...(['normal', 'direct', 'macvtap', 'direct-physical', 'baremetal', 'virtio-forwarder'] as const),
  ...(['smart-nic', 'vdpa', 'accelerator-direct', 'accelerator-direct-physical'] as const),
  'remote-managed',
] as const

/** A port. */
export const port = resource(
  'port',
  'ports',
  {
    ...standard,
    network_id: attribute(uuid, { on: 'create', required: true }),
    ...named,
    admin_state_up: attribute(boolean, { on: 'create update', default: true }),
    status: attribute(oneOf('ACTIVE', 'DOWN', 'BUILD', 'ERROR', 'N/A'), {}),
    mac_address: partlyGiven(macAddress, orNull(macAddress), { on: 'create update' }),
    fixed_ips: partlyGivenApart(listOf(fixedIp), orElse([], fixedIpRequests), { on: 'create update' }),
    device_id: attribute(text(), { on: 'create update', default: '' }),
    device_owner: attribute(text(), { on: 'create update', default: '' }),
    security_groups: apart(orElse([], listOf(uuid)), { on: 'create update' }),
    port_security_enabled: attribute(boolean, { on: 'create update' }),
    allowed_address_pairs: partlyGiven(listOf(addressPair), orElse([], addressPairRequests), {
      on: 'create update',
      default: [],
      filter: false,
    }),
    extra_dhcp_opts: attribute(orElse([], listOf(dhcpOptionRequest)), {
      on: 'create update',
      default: [],
      filter: false,
    }),
    'binding:host_id': attribute(orElse('', text()), { on: 'create update', default: '' }),
    'binding:vif_type': attribute(text(), {}),
    'binding:vif_details': attribute(dictionary, { filter: false }),
    'binding:profile': attribute(orElse({}, dictionary), { on: 'create update', default: {}, filter: false }),
    'binding:vnic_type': attribute(oneOf(...vnicTypes), { on: 'create update', default: 'normal' }),
    dns_name: attribute(dnsName, { on: 'create update', default: '' }),
    dns_domain: attribute(dnsDomain, { on: 'create update', default: '' }),
    dns_assignment: apart(listOf(dnsAssignment), { filter: false }),
    // `ip_allocation`: none, immediate, or deferred until it has a host.
    ip_allocation: attribute(oneOf('immediate', 'deferred', 'none'), {}),
    propagate_uplink_status: attribute(boolean, { on: 'create update', default: true }),
    // Stored for Nova without interpretation.
    numa_affinity_policy: attribute(orNull(oneOf('required', 'preferred', 'legacy', 'socket')), {
      on: 'create update',
      default: null,
    }),
    hints: attribute(orNull(dictionary), { on: 'create update', default: null, filter: false }),
    device_profile: attribute(orNull(text()), { on: 'create', default: null }),
    hardware_offload_type: attribute(orNull(text()), { on: 'create', default: null }),
    // Minimum bandwidth and packet rate of its QoS policy, or of its network's.
    resource_request: apart(orNull(dictionary), { filter: false }),
    qos_policy_id: attribute(orNull(uuid), { on: 'create update', default: null, filter: false }),
    qos_network_policy_id: apart(orNull(uuid), { filter: false }),
    // The trunk it belongs to, with sub-ports for a parent port.
    trunk_id: attribute(orNull(uuid), { filter: false, sort: false, shown: false }),
    trunk_details: apart(orNull(trunkDetails), { filter: false }),
    tags: apart(orElse([], tagged.tags.type), { on: 'create', default: [] }),
  },
  { parent: ofNetwork },
)

export type Port = Of<typeof port>
export type PlainPort = Plain<typeof port>
export type PortStatus = Port['status']
export type FixedIp = ValueOf<typeof fixedIp>
export type FixedIpRequest = ValueOf<typeof fixedIpRequest>
export type DnsAssignment = ValueOf<typeof dnsAssignment>

const changeErrors = [
  'InvalidInput',
  'SubnetNotFound',
  'SecurityGroupNotFound',
  'MacAddressInUse',
  'IpAddressAlreadyAllocated',
  'IpAddressGenerationFailure',
  'InvalidIpForNetwork',
  'InvalidIpForSubnet',
  'AllowedAddressPairExhausted',
  'AllowedAddressPairsMissingIP',
  'DuplicateAddressPairInRequest',
  'AddressPairAndPortSecurityRequired',
  'PortSecurityAndIPRequiredForSecurityGroups',
  'QosPolicyNotFound',
]

export const portOperations = crud(port, {
  notFound: 'PortNotFound',
  create: ['NetworkNotFound', ...changeErrors, 'NetworkMacAddressGenerationFailure', 'OverQuota'],
  update: [
    ...changeErrors,
    'PortBound',
    'PortSecurityPortHasSecurityGroup',
    'PolicyRemoveAuthorizationError',
    'RevisionNumberConstraintFailed',
  ],
  delete: ['RevisionNumberConstraintFailed'],
})

export const portNotifications = resourceNotifications('port', { whenDeleted: 'whole' })
