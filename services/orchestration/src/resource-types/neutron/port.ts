import { present } from '../../resource-type/present.ts'
import { given, namesOf, subnetsOf } from '../also-needed.ts'
import { networkOf, subnetsOfPort } from './around-a-port.ts'
import { securityGroupIds } from './security-group-ids.ts'
import { port as portKind, portOperations } from '@nimbo/contracts/network/port'
import { anyList, anyMap, boolean, like, listOf, mapOf, oneOf, string } from '../../resource-type/property.ts'
import { networkType } from './network-type.ts'

export const port = networkType({
  type: 'OS::Neutron::Port',
  properties: {
    name: string({ update: 'in-place' }),
    network_id: like('neutron.network', {
      replacedBy: 'network',
      support: { status: 'HIDDEN', since: '5.0.0' },
    }),
    network: like('neutron.network', { required: true, support: { since: '2014.2' } }),
    device_id: string({ update: 'in-place', default: '' }),
    device_owner: string({ update: 'in-place', default: '' }),
    fixed_ips: listOf(
      mapOf({
        subnet_id: like('neutron.subnet', {
          replacedBy: 'subnet',
          support: { status: 'HIDDEN', since: '5.0.0' },
        }),
        subnet: like('neutron.subnet', { support: { since: '2014.2' } }),
        ip_address: like('ip_addr'),
      }),
      { update: 'in-place' },
    ),
    security_groups: anyList({ update: 'in-place' }),
    replacement_policy: oneOf(['REPLACE_ALWAYS', 'AUTO'], {
      update: 'in-place',
      default: 'AUTO',
      support: { status: 'HIDDEN', since: '9.0.0' },
    }),
    dns_name: like('dns_name', { update: 'in-place', support: { since: '7.0.0' } }),
    tags: listOf(string(), { update: 'in-place', support: { since: '9.0.0' } }),
    value_specs: anyMap({ update: 'in-place', default: {} }),
    admin_state_up: boolean({ update: 'in-place', default: true }),
    mac_address: like('mac_addr'),
    allowed_address_pairs: listOf(
      mapOf({ mac_address: like('mac_addr'), ip_address: like('ip_or_cidr', { required: true }) }),
      { update: 'in-place' },
    ),
    'binding:vnic_type': oneOf(
      ['normal', 'direct', 'macvtap', 'direct-physical', 'baremetal', 'virtio-forwarder', 'smart-nic'],
      { update: 'in-place', default: 'normal', support: { since: '2015.1' } },
    ),
    port_security_enabled: boolean({ update: 'in-place', support: { since: '5.0.0' } }),
    qos_policy: like('neutron.qos_policy', { update: 'in-place', support: { since: '6.0.0' } }),
    propagate_uplink_status: boolean({ update: 'in-place', support: { since: '15.0.0' } }),
    no_fixed_ips: boolean({ update: 'in-place', default: false, support: { since: '16.0.0' } }),
  },
  attributes: {
    admin_state_up: { type: 'string' },
    device_id: { type: 'string' },
    device_owner: { type: 'string' },
    fixed_ips: { type: 'list' },
    mac_address: { type: 'string' },
    name: { type: 'string' },
    network_id: { type: 'string' },
    security_groups: { type: 'list' },
    status: { type: 'string' },
    tenant_id: { type: 'string', of: (live) => live.project_id },
    allowed_address_pairs: { type: 'list' },
    subnets: { type: 'list', of: (live, { clients }) => subnetsOfPort(clients, live) },
    port_security_enabled: { type: 'boolean', support: { since: '5.0.0' } },
    qos_policy_id: { type: 'string', support: { since: '6.0.0' } },
    dns_assignment: { type: 'map', support: { since: '7.0.0' } },
    network: {
      type: 'map',
      support: { since: '11.0.0' },
      of: (live, { clients }) => networkOf(clients, live),
    },
    propagate_uplink_status: { type: 'boolean', support: { since: '15.0.0' } },
  },
  kind: portKind,
  operations: portOperations,
  fields: { network: 'network_id', qos_policy: 'qos_policy_id' },
  waits: true,
  body: async ({ fixed_ips, no_fixed_ips, security_groups }, { clients }) => ({
    ...(fixed_ips === undefined
      ? {}
      : { fixed_ips: fixed_ips.map(({ subnet, ip_address }) => present({ subnet_id: subnet, ip_address })) }),
    ...(no_fixed_ips ? { fixed_ips: [] } : {}),
    ...(security_groups === undefined
      ? {}
      : { security_groups: await securityGroupIds(clients, security_groups) }),
  }),
  validate: ({ fixed_ips, no_fixed_ips }) =>
    no_fixed_ips && fixed_ips !== undefined
      ? ['Cannot define the following properties at the same time: fixed_ips, no_fixed_ips.']
      : [],
  needsReplacement: ({ replacement_policy }) => replacement_policy === 'REPLACE_ALWAYS',
  needs: (own, all) => namesOf(subnetsOf(all, given(own, 'network', 'network_id'))),
})
