import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { ownCloud } from '@nimbo/testkit/own-cloud'
import { shows } from './shows.ts'
import { engineOf, type Stood } from './small-engine.ts'
import { typesCoveredBy } from './covered-types.ts'

const cloud = ownCloud({ environment: { OS_ML2_TYPE_VLAN__NETWORK_VLAN_RANGES: 'physnet1:100:199' } })
const { create, lives } = engineOf(() => cloud().admin)

const network = (name: string, more = {}) => create('OS::Neutron::Net', name, { name, ...more })

test('a network is created with tags, updated in place, replaced for another tenant, and deleted', async () => {
  const net = await create('OS::Neutron::Net', 'net', { tags: ['a', 'b'], port_security_enabled: 'false' })
  await shows(net, { admin_state_up: true, tags: ['a', 'b'], port_security_enabled: false })
  assert.match(String(await net.attribute('name')), /^tale-net-/)
  assert.equal(await net.attribute('tenant_id'), cloud().admin.projectId)
  assert.equal(await net.update({ tags: ['c'], name: 'web', value_specs: { mtu: 1400 } }), 'update')
  await shows(net, { name: 'web', tags: ['c'], mtu: 1400 })
  assert.equal(await net.update({ tags: ['c'], name: 'web', value_specs: { mtu: 1400 } }), 'nothing')
  assert.equal(await net.update({ tenant_id: 'another' }), 'replace')
  await net.delete()
})

test('a provider network is created with its segmentation id and made external by an update', async () => {
  const net = await create('OS::Neutron::ProviderNet', 'pnet', {
    network_type: 'vxlan',
    segmentation_id: '4711',
    shared: false,
  })
  await shows(net, { 'provider:network_type': 'vxlan', 'provider:segmentation_id': 4711, shared: false })
  assert.deepEqual(await net.attribute('subnets'), [])
  assert.equal(
    await net.update({
      network_type: 'vxlan',
      segmentation_id: '4711',
      shared: false,
      router_external: true,
    }),
    'update',
  )
  await shows(net, { 'router:external': true })
  await net.delete()
})

test('a provider network gets another VLAN in place, but no other network type', async () => {
  const given = { network_type: 'vlan', physical_network: 'physnet1', shared: false }
  const net = await create('OS::Neutron::ProviderNet', 'vlan', { ...given, segmentation_id: '120' })
  const { id } = net
  assert.equal(await net.update({ ...given, segmentation_id: '121' }), 'update')
  assert.equal(net.id, id)
  await shows(net, { 'provider:network_type': 'vlan', 'provider:segmentation_id': 121 })
  await assert.rejects(
    net.update({ network_type: 'vxlan', segmentation_id: '121', shared: false }),
    /Plugin does not support updating the following provider network attributes/,
  )
  await net.delete()
})

test('a network segment is renamed in place, and replaced if its segmentation id changes', async () => {
  const net = await network('routed')
  const given = { network: 'routed', network_type: 'vxlan', segmentation_id: 4712, name: 'rack-2' }
  const segment = await create('OS::Neutron::Segment', 'segment', given)
  await shows(segment, { network_id: net.id, network_type: 'vxlan', segmentation_id: 4712, name: 'rack-2' })
  assert.equal(await segment.update({ ...given, name: 'rack-3', description: 'by the door' }), 'update')
  await shows(segment, { name: 'rack-3', description: 'by the door' })
  assert.equal(await segment.update({ ...given, segmentation_id: 4713 }), 'replace')
  for (const one of [segment, net]) await one.delete()
})

test('an address scope, a subnet pool, a subnet from it and one with its own range are updated in place', async () => {
  const net = await network('subnetted')
  const scope = await create('OS::Neutron::AddressScope', 'scope', { name: 'inside' })
  await scope.update({ name: 'within' })
  await shows(scope, { name: 'within', ip_version: 4 })
  const pool = await create('OS::Neutron::SubnetPool', 'pool', {
    prefixes: ['10.20.0.0/16'],
    default_prefixlen: 24,
    address_scope: scope.id,
    tags: ['t'],
  })
  const pooled = await create('OS::Neutron::Subnet', 'pooled', { network: 'subnetted', subnetpool: pool.id })
  assert.equal(await pooled.attribute('cidr'), '10.20.0.0/24')
  const wire = await network('wire')
  const own = await create('OS::Neutron::Subnet', 'own', {
    network_id: wire.id,
    cidr: '10.9.0.0/24',
    gateway_ip: '',
    dns_nameservers: ['1.1.1.1'],
    allocation_pools: [{ start: '10.9.0.10', end: '10.9.0.20' }],
  })
  await shows(own, { gateway_ip: null, dns_nameservers: ['1.1.1.1'] })
  assert.equal(
    await own.update({
      network: wire.id,
      cidr: '10.9.0.0/24',
      gateway_ip: '10.9.0.1',
      allocation_pools: [{ start: '10.9.0.10', end: '10.9.0.30' }],
      tags: ['t'],
    }),
    'update',
  )
  await shows(own, {
    gateway_ip: '10.9.0.1',
    dns_nameservers: [],
    allocation_pools: [{ start: '10.9.0.10', end: '10.9.0.30' }],
    tags: ['t'],
  })
  await pool.update({
    prefixes: ['10.20.0.0/16', '10.30.0.0/16'],
    default_prefixlen: 25,
    address_scope: scope.id,
  })
  await shows(pool, { default_prefixlen: '25', tags: [] })
  for (const one of [own, pooled, pool, scope, net, wire]) await one.delete()
})

test('a port gets its address, security group, address pair and tags, and an update changes them', async () => {
  const net = await network('ported')
  const subnet = await create('OS::Neutron::Subnet', 'sub', {
    ...{ network: net.id, cidr: '10.1.0.0/24' },
    // The pool leaves out the addresses that the port asks for, so that none of them is allocated before.
    allocation_pools: [{ start: '10.1.0.20', end: '10.1.0.60' }],
  })
  const group = await create('OS::Neutron::SecurityGroup', 'group', {
    name: 'web',
    rules: [{ protocol: 'tcp', port_range_min: 80, port_range_max: 80 }],
  })
  const port = await create('OS::Neutron::Port', 'port', {
    network: 'ported',
    fixed_ips: [{ subnet: subnet.id, ip_address: '10.1.0.9' }],
    security_groups: ['web'],
    allowed_address_pairs: [{ ip_address: '10.1.0.100' }],
    tags: ['vip'],
  })
  await shows(port, {
    fixed_ips: [{ subnet_id: subnet.id, ip_address: '10.1.0.9' }],
    security_groups: [group.id],
    tags: ['vip'],
  })
  const [shown] = (await port.attribute('subnets')) as readonly { readonly cidr: string }[]
  assert.equal(shown?.cidr, '10.1.0.0/24')
  assert.equal(((await port.attribute('network')) as { readonly name: string }).name, 'ported')
  assert.equal(
    await port.update({
      network: net.id,
      fixed_ips: [{ subnet: subnet.id, ip_address: '10.1.0.10' }],
      security_groups: [],
      name: 'vip',
    }),
    'update',
  )
  await shows(port, {
    name: 'vip',
    fixed_ips: [{ subnet_id: subnet.id, ip_address: '10.1.0.10' }],
    security_groups: [],
    allowed_address_pairs: [],
    tags: [],
  })
  assert.equal(await port.update({ network: net.id, replacement_policy: 'REPLACE_ALWAYS' }), 'replace')
  for (const one of [port, group, subnet, net]) await one.delete()
})

const rulesOf = async (group: Stood) => {
  const { security_group_rules } = (await group.show()) as {
    readonly security_group_rules: readonly {
      direction: string
      ethertype: string
      protocol: string
      port_range_min: number
    }[]
  }
  return security_group_rules
    .map((rule) => [rule.direction, rule.ethertype, rule.protocol, rule.port_range_min].join(' '))
    .sort()
}

test('a security group gets the rules of its template, and a rule can be a resource of its own', async () => {
  const all = ['egress IPv4  ', 'egress IPv6  ']
  const group = await create('OS::Neutron::SecurityGroup', 'sg', {
    description: 'web',
    rules: [{ protocol: 'tcp', port_range_min: 80, port_range_max: 80 }, { protocol: 'icmp' }],
  })
  assert.deepEqual(await rulesOf(group), [...all, 'ingress IPv4 icmp ', 'ingress IPv4 tcp 80'])
  await group.update({
    rules: [{ protocol: 'tcp', port_range_min: 443, port_range_max: 443, remote_mode: 'remote_group_id' }],
  })
  assert.deepEqual(await rulesOf(group), [...all, 'ingress IPv4 tcp 443'])
  const rule = await create('OS::Neutron::SecurityGroupRule', 'rule', {
    security_group: group.id,
    protocol: 'udp',
    port_range_min: 53,
    port_range_max: 53,
    remote_ip_prefix: '10.0.0.0/8',
  })
  await shows(rule, { remote_ip_prefix: '10.0.0.0/8', direction: 'ingress' })
  assert.equal(await rule.update({ security_group: group.id, protocol: 'tcp' }), 'replace')
  await rule.delete()
  await group.update({ rules: [{ direction: 'egress', protocol: 'tcp' }] })
  assert.deepEqual(await rulesOf(group), ['egress IPv4 tcp '])
  await group.delete()
})

test('a router with interfaces, gateway, floating IPs, port forwarding and routes is set up and removed', async () => {
  const outer = await create('OS::Neutron::ProviderNet', 'outer', {
    network_type: 'vxlan',
    router_external: true,
  })
  const outerSubnet = await create('OS::Neutron::Subnet', 'outer-sub', {
    network: outer.id,
    cidr: '198.51.100.0/24',
    enable_dhcp: false,
  })
  const net = await network('inner')
  const subnet = await create('OS::Neutron::Subnet', 'inner-sub', { network: net.id, cidr: '10.2.0.0/24' })
  const router = await create('OS::Neutron::Router', 'router', { name: 'edge' })
  const joined = await create('OS::Neutron::RouterInterface', 'joined', { router: 'edge', subnet: subnet.id })
  assert.equal(joined.id, `${router.id}:subnet_id=${subnet.id}`)
  assert.equal(await joined.update({ router: 'edge', subnet: outerSubnet.id }), 'replace')
  await router.update({ name: 'edge', external_gateway_info: { network: outer.id, enable_snat: false } })
  const gateway = (await router.attribute('external_gateway_info')) as {
    network_id: string
    enable_snat: boolean
  }
  assert.deepEqual([gateway.network_id, gateway.enable_snat], [outer.id, false])

  const port = await create('OS::Neutron::Port', 'served', { network: net.id })
  const address = await create('OS::Neutron::FloatingIP', 'address', { floating_network: outer.id })
  await address.update({ floating_network: outer.id, port_id: port.id })
  assert.equal(await address.attribute('router_id'), router.id)
  assert.equal(await address.attribute('port_id'), port.id)
  await address.update({ floating_network: outer.id })
  assert.equal(await address.attribute('port_id'), null)
  const association = await create('OS::Neutron::FloatingIPAssociation', 'association', {
    floatingip_id: address.id,
    port_id: port.id,
  })
  assert.equal(await address.attribute('port_id'), port.id)
  const other = await create('OS::Neutron::Port', 'other', { network: net.id })
  await association.update({ floatingip_id: address.id, port_id: other.id })
  assert.equal(await address.attribute('port_id'), other.id)
  await association.delete()
  assert.equal(await address.attribute('port_id'), null)

  const [fixed] = (await port.attribute('fixed_ips')) as readonly { readonly ip_address: string }[]
  const forward = {
    floating_ip: address.id,
    internal_port: port.id,
    internal_ip_address: fixed?.ip_address,
    internal_port_number: 80,
    external_port: 8080,
    protocol: 'tcp',
  }
  const forwarding = await create('OS::Neutron::FloatingIPPortForward', 'forward', forward)
  await shows(forwarding, { external_port: 8080, internal_port: 80 })
  await forwarding.update({ ...forward, external_port: 8081 })
  await shows(forwarding, { external_port: 8081 })
  await forwarding.delete()

  const route = { router_id: router.id, destination: '172.16.0.0/24', nexthop: '10.2.0.50' }
  const extra = await create('OS::Neutron::ExtraRoute', 'extra', route)
  const routes = (...hops: readonly number[]) =>
    hops.map((hop) => ({ destination: `172.17.${hop}.0/24`, nexthop: '10.2.0.51' }))
  const set = await create('OS::Neutron::ExtraRouteSet', 'set', { router: router.id, routes: routes(1, 2) })
  await set.update({ router: router.id, routes: routes(2, 3) })
  assert.equal(await extra.update({ ...route, nexthop: '10.2.0.52' }), 'replace')
  const { router_id: _, ...plain } = route
  const standing = ((await router.show()) as { routes: readonly { destination: string }[] }).routes
  const sorted = (all: readonly { destination: string }[]) => all.map(({ destination }) => destination).sort()
  assert.deepEqual(sorted(standing), sorted([plain, ...routes(2, 3)]))
  for (const one of [set, extra]) await one.delete()
  await shows(router, { routes: [] })
  for (const one of [address, other, port, joined]) await one.delete()
  await router.update({ name: 'edge' })
  await shows(router, { external_gateway_info: null })
  const old = await create('OS::Neutron::RouterGateway', 'gateway', {
    router_id: router.id,
    network: outer.id,
  })
  assert.equal(await old.update({ router_id: router.id, network: net.id }), 'replace')
  await old.delete()
  await shows(router, { external_gateway_info: null })
  for (const one of [router, subnet, outerSubnet, net, outer]) await one.delete()
})

test('a QoS policy and its rules are created, updated in place and deleted', async () => {
  const policy = await create('OS::Neutron::QoSPolicy', 'gold', { name: 'gold', description: 'fast' })
  const rules: readonly [
    type: string,
    properties: object,
    field: string,
    before: unknown,
    change: object,
    after: unknown,
  ][] = [
    ['QoSBandwidthLimitRule', { max_kbps: 1000 }, 'max_kbps', 1000, { max_kbps: 2000 }, 2000],
    ['QoSDscpMarkingRule', { dscp_mark: 26 }, 'dscp_mark', 26, { dscp_mark: 10 }, 10],
    ['QoSMinimumBandwidthRule', { min_kbps: 500 }, 'min_kbps', 500, { min_kbps: 600 }, 600],
    ['QoSMinimumPacketRateRule', { min_kpps: 7 }, 'min_kpps', 7, { min_kpps: 8 }, 8],
  ]
  for (const [type, properties, field, was, change, is] of rules) {
    const rule = await create(`OS::Neutron::${type}`, 'rule', { policy: 'gold', ...properties })
    await shows(rule, { [field]: was })
    assert.equal(await rule.update({ policy: policy.id, ...change }), 'update')
    await shows(rule, { [field]: is })
    assert.equal(((await policy.attribute('rules')) as readonly unknown[]).length, 1)
    await rule.delete()
  }
  await policy.update({ name: 'silver' })
  await shows(policy, { name: 'silver', description: '' })
  await policy.delete()
})

test('a trunk gets its subports, an update exchanges them, and its parent port cannot be changed', async () => {
  const net = await network('trunked')
  const port = async (name: string) => create('OS::Neutron::Port', name, { network: net.id })
  const [parent, one, two] = [await port('parent'), await port('one'), await port('two')]
  const part = ({ id }: Stood, segmentation_id: number) => ({
    port: id,
    segmentation_type: 'vlan',
    segmentation_id,
  })
  const trunk = await create('OS::Neutron::Trunk', 'trunk', { port: parent.id, sub_ports: [part(one, 10)] })
  assert.equal(await trunk.attribute('port_id'), parent.id)
  await trunk.update({ port: parent.id, name: 'uplink', sub_ports: [part(two, 20)] })
  await shows(trunk, {
    name: 'uplink',
    sub_ports: [{ port_id: two.id, segmentation_type: 'vlan', segmentation_id: 20 }],
  })
  await assert.rejects(trunk.update({ port: two.id }), { message: /Updating this property is not allowed/ })
  for (const gone of [trunk, parent, one, two, net]) await gone.delete()
})

test('RBAC policies and quotas are updated in place, metering labels and rules are replaced', async () => {
  const net = await network('shared')
  const [one, two] = [randomUUID(), randomUUID()]
  const policy = await create('OS::Neutron::RBACPolicy', 'rbac', {
    object_type: 'network',
    object_id: net.id,
    action: 'access_as_shared',
    target_tenant: one,
  })
  await policy.update({
    object_type: 'network',
    object_id: net.id,
    action: 'access_as_shared',
    target_tenant: two,
  })
  await shows(policy, { target_tenant: two })
  const label = await create('OS::Neutron::MeteringLabel', 'label', { description: 'counted' })
  assert.equal(await label.attribute('description'), 'counted')
  assert.equal(await label.update({ description: 'other' }), 'replace')
  const rule = await create('OS::Neutron::MeteringRule', 'rule', {
    metering_label_id: label.id,
    remote_ip_prefix: '10.0.0.0/24',
  })
  assert.equal(await rule.attribute('direction'), 'ingress')
  const less = { metering_label_id: label.id, remote_ip_prefix: '10.0.0.0/25' }
  assert.equal(await rule.update(less), 'replace')
  const limited = { project: cloud().admin.projectId, network: 50 }
  const quota = await create('OS::Neutron::Quota', 'quota', limited)
  const limits = async () =>
    (await cloud().admin.network.get(`/v2.0/quotas/${cloud().admin.projectId}`)).body.quota
  assert.equal((await limits()).network, 50)
  await quota.update({ ...limited, network: 60, port: -1 })
  assert.deepEqual([(await limits()).network, (await limits()).port], [60, -1])
  for (const gone of [quota, rule, label, policy, net]) await gone.delete()
  assert.equal((await limits()).network, 100)
})

test('the tests above create, update and delete each resource type that this file covers', () => {
  assert.deepEqual(lives.missing(typesCoveredBy('neutron-types')), [])
})
