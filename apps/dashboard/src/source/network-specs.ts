import { isItem, type Item, valueAt } from '../panel/item.ts'
import { named, said, same, type SourceSpec } from './source-spec.ts'

const listAt =
  (name: string) =>
  (item: Item): readonly Item[] => {
    const value = item[name]
    return Array.isArray(value) ? value.filter(isItem) : []
  }

/** The objects of a list attribute, with the given attributes renamed. */
const each =
  (name: string, words: Readonly<Record<string, string>>) =>
  (item: Item): readonly Item[] =>
    listAt(name)(item).map((one) =>
      Object.fromEntries(
        Object.entries(words).flatMap(([from, to]) =>
          one[from] === null || one[from] === undefined ? [] : [[to, one[from]]],
        ),
      ),
    )

/** Attributes of security group rules that HOT and Terraform have in common. */
const ruleWords = [
  ...['direction', 'ethertype', 'protocol', 'port_range_min', 'port_range_max'],
  ...['remote_ip_prefix', 'remote_group_id'],
]

/** The rules of a security group for HOT, which needs `remote_mode` for a rule that refers to a group. */
const rulesOf = (group: Item): readonly Item[] =>
  each(
    'security_group_rules',
    Object.fromEntries(ruleWords.map((word) => [word, word])),
  )(group).map((rule) => ('remote_group_id' in rule ? { ...rule, remote_mode: 'remote_group_id' } : rule))

const outside = (item: Item): unknown => valueAt(item, 'external_gateway_info.network_id')

const gateway = (item: Item): unknown => {
  const network = outside(item)
  return network === undefined
    ? undefined
    : { network, enable_snat: valueAt(item, 'external_gateway_info.enable_snat') }
}

const subPort = (port: string) => ({
  port_id: port,
  ...{ segmentation_type: 'segmentation_type', segmentation_id: 'segmentation_id' },
})

const pools = { start: 'start', end: 'end' }

/** Resources of the network service in HOT and Terraform. */
export const networkSpecs: Readonly<Record<string, SourceSpec>> = {
  networks: {
    hot: 'OS::Neutron::Net',
    terraform: 'openstack_networking_network_v2',
    properties: [
      ...[same('name'), same('admin_state_up'), same('shared'), same('port_security_enabled')],
      ...[same('dns_domain'), named('qos_policy_id', 'qos_policy', 'qos_policy_id')],
      ...[named('description', undefined, 'description'), named('router:external', undefined, 'external')],
      named('mtu', undefined, 'mtu'),
    ],
  },
  subnets: {
    hot: 'OS::Neutron::Subnet',
    terraform: 'openstack_networking_subnet_v2',
    properties: [
      ...[same('name'), named('network_id', 'network', 'network_id'), same('cidr'), same('ip_version')],
      ...[same('gateway_ip'), same('enable_dhcp'), same('dns_nameservers')],
      said(each('allocation_pools', pools), 'allocation_pools', 'allocation_pool'),
      said(each('host_routes', { destination: 'destination', nexthop: 'nexthop' }), 'host_routes', undefined),
      same('ipv6_address_mode'),
      same('ipv6_ra_mode'),
    ],
  },
  ports: {
    hot: 'OS::Neutron::Port',
    terraform: 'openstack_networking_port_v2',
    properties: [
      ...[
        same('name'),
        named('network_id', 'network', 'network_id'),
        same('admin_state_up'),
        same('mac_address'),
      ],
      said(each('fixed_ips', { subnet_id: 'subnet', ip_address: 'ip_address' }), 'fixed_ips', undefined),
      said(each('fixed_ips', { subnet_id: 'subnet_id', ip_address: 'ip_address' }), undefined, 'fixed_ip'),
      named('security_groups', 'security_groups', 'security_group_ids'),
      said(
        each('allowed_address_pairs', { ip_address: 'ip_address', mac_address: 'mac_address' }),
        'allowed_address_pairs',
        'allowed_address_pairs',
      ),
      same('port_security_enabled'),
    ],
  },
  routers: {
    hot: 'OS::Neutron::Router',
    terraform: 'openstack_networking_router_v2',
    properties: [
      ...[same('name'), same('admin_state_up'), said(gateway, 'external_gateway_info', undefined)],
      said(outside, undefined, 'external_network_id'),
      said((item) => valueAt(item, 'external_gateway_info.enable_snat'), undefined, 'enable_snat'),
      named('description', undefined, 'description'),
    ],
  },
  'floating-ips': {
    hot: 'OS::Neutron::FloatingIP',
    properties: [
      named('floating_network_id', 'floating_network', undefined),
      named('port_id', 'port_id', undefined),
      named('fixed_ip_address', 'fixed_ip_address', undefined),
    ],
  },
  'security-groups': {
    hot: 'OS::Neutron::SecurityGroup',
    terraform: 'openstack_networking_secgroup_v2',
    properties: [
      ...[same('name'), same('description')],
      said(rulesOf, 'rules', undefined),
      // Without this, Terraform would conflict with the two default rules of a new group.
      said(() => true, undefined, 'delete_default_rules'),
    ],
    parts: {
      terraform: 'openstack_networking_secgroup_rule_v2',
      items: listAt('security_group_rules'),
      owner: 'security_group_id',
      properties: [...ruleWords, 'description'].map((word) => same(word)),
    },
  },
  trunks: {
    hot: 'OS::Neutron::Trunk',
    terraform: 'openstack_networking_trunk_v2',
    properties: [
      ...[same('name'), named('port_id', 'port', 'port_id'), same('admin_state_up')],
      said(each('sub_ports', subPort('port')), 'sub_ports', undefined),
      said(each('sub_ports', subPort('port_id')), undefined, 'sub_port'),
    ],
  },
  'qos-policies': {
    hot: 'OS::Neutron::QoSPolicy',
    terraform: 'openstack_networking_qos_policy_v2',
    properties: [same('name'), same('description'), same('shared')],
  },
  'subnet-pools': {
    hot: 'OS::Neutron::SubnetPool',
    terraform: 'openstack_networking_subnetpool_v2',
    properties: [
      ...[same('name'), same('prefixes'), same('default_prefixlen'), same('min_prefixlen')],
      ...[
        same('max_prefixlen'),
        named('address_scope_id', 'address_scope', 'address_scope_id'),
        same('shared'),
      ],
    ],
  },
  'address-scopes': {
    hot: 'OS::Neutron::AddressScope',
    terraform: 'openstack_networking_addressscope_v2',
    properties: [same('name'), same('ip_version'), same('shared')],
  },
  'rbac-policies': {
    hot: 'OS::Neutron::RBACPolicy',
    terraform: 'openstack_networking_rbac_policy_v2',
    properties: [
      ...[same('object_type'), same('object_id'), same('action')],
      named('target_tenant', 'target_tenant', 'target_tenant'),
    ],
  },
}
