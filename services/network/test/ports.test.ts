import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LetIn, WiredPort } from '@nimbo/network/driver/network-agent-driver'
import {
  type Client,
  startTestNetwork,
  type TestNetwork,
  willingDriver,
  willingHost,
} from './test-network.ts'

const networkWith = async ({ member }: TestNetwork, ...subnets: object[]) => {
  const { body } = await member.post('/v2.0/networks', { network: {} })
  const network_id: string = body.network.id
  const made = await member.post('/v2.0/subnets', {
    subnets: subnets.map((subnet) => ({ network_id, ...subnet })),
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return { network_id, subnets: made.body.subnets }
}

/** A pool without the addresses that tests ask for, so that no random address is one of them. */
const low = [{ start: '10.0.0.2', end: '10.0.0.60' }]

test('a port on a SLAAC subnet has the EUI-64 address of its MAC address', async () => {
  await using cloud = await startTestNetwork()
  const { network_id } = await networkWith(
    cloud,
    { ip_version: 4, cidr: '10.0.0.0/24' },
    { ip_version: 6, cidr: 'fd00:7::/64', ipv6_ra_mode: 'slaac', ipv6_address_mode: 'slaac' },
  )
  const { body } = await cloud.member.post('/v2.0/ports', {
    port: { network_id, mac_address: 'fa:16:3e:12:34:56' },
  })
  const addresses: string[] = body.port.fixed_ips.map(({ ip_address }: { ip_address: string }) => ip_address)
  assert.equal(addresses.length, 2)
  assert.equal(addresses[1], 'fd00:7::f816:3eff:fe12:3456')
})

test('a port on a dhcpv6-stateful subnet gets an address of the allocation pool', async () => {
  await using cloud = await startTestNetwork()
  const { network_id } = await networkWith(cloud, {
    ip_version: 6,
    cidr: 'fd00:8::/64',
    ipv6_address_mode: 'dhcpv6-stateful',
    allocation_pools: [{ start: 'fd00:8::10', end: 'fd00:8::11' }],
  })
  // DHCP has taken the lower one.
  const { body } = await cloud.member.post('/v2.0/ports', { port: { network_id } })
  assert.equal(body.port.fixed_ips[0].ip_address, 'fd00:8::11')
  const full = await cloud.member.post('/v2.0/ports', { port: { network_id } })
  assert.equal(full.body.NeutronError.type, 'IpAddressGenerationFailure')
})

test('a port event is sent to compute again after compute answered 503', async () => {
  await using cloud = await startTestNetwork()
  const { network_id } = await networkWith(cloud, { ip_version: 4, cidr: '10.0.0.0/24' })
  const bind = (device_id: string) =>
    cloud.nova.post('/v2.0/ports', {
      port: { network_id, device_id, device_owner: 'compute:nova', 'binding:host_id': 'host-1' },
    })
  cloud.computeAnswers(503)
  await bind('first')
  await cloud.settled()
  assert.deepEqual(cloud.events, [])
  cloud.pass(60_000)
  await bind('second')
  await cloud.settled()
  assert.deepEqual(cloud.events.map(({ server_uuid }) => server_uuid).toSorted(), ['first', 'second'])
})

test('a port event is not sent again for a server that compute does not know', async () => {
  await using cloud = await startTestNetwork()
  const { network_id } = await networkWith(cloud, { ip_version: 4, cidr: '10.0.0.0/24' })
  const port = (device_id: string) => ({
    network_id,
    device_id,
    device_owner: 'compute:nova',
    'binding:host_id': 'host-1',
  })
  cloud.computeAnswers(404)
  await cloud.nova.post('/v2.0/ports', { port: port('gone') })
  await cloud.settled()
  await cloud.nova.post('/v2.0/ports', { port: port('there') })
  await cloud.settled()
  assert.deepEqual(
    cloud.events.map(({ server_uuid }) => server_uuid),
    ['there'],
  )
})

test('deleting the port of a server sends network-vif-deleted to compute', async () => {
  await using cloud = await startTestNetwork()
  const { network_id } = await networkWith(cloud, { ip_version: 4, cidr: '10.0.0.0/24' })
  const device = { device_id: 'server-1', device_owner: 'compute:nova' }
  const { body } = await cloud.nova.post('/v2.0/ports', { port: { network_id, ...device } })
  assert.equal((await cloud.nova.delete(`/v2.0/ports/${body.port.id}`)).status, 204)
  await cloud.settled()
  assert.deepEqual(cloud.events, [
    { name: 'network-vif-deleted', server_uuid: 'server-1', tag: body.port.id, status: 'completed' },
  ])
})

test('a host whose agent cannot make the network fails the binding', async () => {
  const driver = willingDriver(() => {
    const host = willingHost()
    const fail = () => Promise.reject(new Error('no bridges here'))
    return { ...host, wires: { ...host.wires, ensureNetwork: fail } }
  })
  await using cloud = await startTestNetwork({ driver })
  const { network_id } = await networkWith(cloud, { ip_version: 4, cidr: '10.0.0.0/24', enable_dhcp: false })
  const { body } = await cloud.nova.post('/v2.0/ports', { port: { network_id, 'binding:host_id': 'host-1' } })
  assert.equal(body.port['binding:vif_type'], 'binding_failed')
})

test('what members of a group may send from by their allowed address pairs belongs to the group, until they lose it', async () => {
  const members = new Map<string, readonly string[]>()
  const driver = willingDriver(() => {
    const host = willingHost()
    const letIn = async (groups: readonly LetIn[]) => {
      for (const { groupId, prefixes } of groups) members.set(groupId, prefixes[4])
    }
    return { ...host, ports: { ...host.ports, letIn } }
  })
  await using cloud = await startTestNetwork({ driver })
  const { member, nova } = cloud
  const { network_id } = await networkWith(cloud, { ip_version: 4, cidr: '10.0.0.0/24' })
  const { body } = await member.post('/v2.0/ports', { port: { network_id } })
  const {
    id,
    fixed_ips: [{ ip_address }],
    security_groups: [groupId],
  } = body.port
  await nova.put(`/v2.0/ports/${id}`, { port: { 'binding:host_id': 'host-1' } })
  await cloud.settled()
  const pairing = async (...named: string[]) => {
    const allowed_address_pairs = named.map((ip_address) => ({ ip_address }))
    const { status } = await nova.put(`/v2.0/ports/${id}`, { port: { allowed_address_pairs } })
    assert.equal(status, 200)
    await cloud.settled()
    return members.get(groupId)?.toSorted()
  }
  assert.deepEqual(
    await pairing('10.0.0.200/32', '10.9.0.0/16', '10.9.7.0/24'),
    [ip_address, '10.0.0.200', '10.9.0.0/16'].toSorted(),
  )
  assert.deepEqual(await pairing('10.0.0.200'), [ip_address, '10.0.0.200'].toSorted())
  assert.deepEqual(await pairing(), [ip_address])
})

test('hosts get the current rules and members of security groups after each change', async () => {
  const wired = new Map<string, WiredPort>()
  const members = new Map<string, readonly string[]>()
  const driver = willingDriver(() => {
    const host = willingHost()
    const wirePorts = async (ports: readonly WiredPort[]) => {
      for (const port of ports) wired.set(port.id, port)
      return new Set(ports.map(({ id }) => id))
    }
    const letIn = async (groups: readonly LetIn[]) => {
      for (const { groupId, prefixes } of groups) members.set(groupId, prefixes[4])
    }
    return { ...host, ports: { ...host.ports, wirePorts, letIn } }
  })
  await using cloud = await startTestNetwork({ driver })
  const { member, nova } = cloud
  const { network_id } = await networkWith(cloud, { ip_version: 4, cidr: '10.0.0.0/24' })
  const make = async () => {
    const { body } = await member.post('/v2.0/ports', { port: { network_id } })
    return body.port
  }
  const first = await make()
  await nova.put(`/v2.0/ports/${first.id}`, { port: { 'binding:host_id': 'host-1' } })
  await cloud.settled()
  const second = await make()
  await cloud.settled()
  const ingress = () => wired.get(first.id)?.rules.filter(({ direction }) => direction === 'ingress') ?? []
  const [security_group_id] = first.security_groups
  const letting = ingress().find(({ version }) => version === 4)
  assert.equal(letting?.remoteGroup, security_group_id)
  assert.deepEqual(letting?.prefixes, [first.fixed_ips[0].ip_address])
  assert.deepEqual(
    members.get(security_group_id)?.toSorted(),
    [first, second].map(({ fixed_ips }) => fixed_ips[0].ip_address).toSorted(),
  )

  const rule = {
    security_group_id,
    direction: 'ingress',
    protocol: 'tcp',
    port_range_min: 22,
    port_range_max: 22,
  }
  const made = await member.post('/v2.0/security-group-rules', { security_group_rule: rule })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  await cloud.settled()
  assert.ok(
    ingress().some(({ protocol, portMin, prefixes }) => protocol === 6 && portMin === 22 && !prefixes),
  )

  const again = await member.post('/v2.0/security-group-rules', {
    security_group_rule: { ...rule, protocol: '6' },
  })
  assert.equal(again.body.NeutronError.type, 'SecurityGroupRuleExists')
  const { id } = made.body.security_group_rule
  assert.equal((await member.delete(`/v2.0/security-group-rules/${id}`)).status, 204)
  await cloud.settled()
  assert.ok(!ingress().some(({ portMin }) => portMin === 22))
})

test('pages of a list visit every port once, in order', async () => {
  await using cloud = await startTestNetwork()
  const { network_id } = await networkWith(cloud, { ip_version: 4, cidr: '10.0.0.0/24', enable_dhcp: false })
  const names = ['e', 'b', 'd', 'a', 'c']
  await cloud.member.post('/v2.0/ports', { ports: names.map((name) => ({ network_id, name })) })
  let path: string | undefined =
    `/v2.0/ports?limit=2&sort_key=name&sort_dir=desc&fields=name&network_id=${network_id}`
  const seen: string[] = []
  while (path) {
    const { body } = await cloud.member.get(path)
    seen.push(...body.ports.map(({ name }: { name: string }) => name))
    const next = body.ports_links?.find(({ rel }: { rel: string }) => rel === 'next')
    path = next?.href.replace('http://cloud/networking', '')
  }
  assert.deepEqual(seen, ['e', 'd', 'c', 'b', 'a'])
  const { body } = await cloud.member.get('/v2.0/ports?name=a&name=b&fields=name')
  assert.deepEqual(body.ports.map(({ name }: { name: string }) => name).toSorted(), ['a', 'b'])
})

test('lists show the requested fields, also those kept in other tables', async () => {
  await using cloud = await startTestNetwork()
  const { network_id } = await networkWith(cloud, { ip_version: 4, cidr: '10.0.0.0/24' })
  const { body } = await cloud.member.post('/v2.0/ports', { port: { network_id } })
  const { id, fixed_ips, security_groups } = body.port
  await cloud.member.put(`/v2.0/ports/${id}/tags`, { tags: ['red'] })
  await cloud.member.put(`/v2.0/networks/${network_id}/tags`, { tags: ['blue'] })
  const list = `/v2.0/ports?id=${id}`
  const { ports } = (await cloud.member.get(`${list}&fields=id&fields=fixed_ips&fields=security_groups`)).body
  assert.deepEqual(ports, [{ id, fixed_ips, security_groups }])
  assert.equal(fixed_ips.length, 1)
  assert.deepEqual((await cloud.member.get(`${list}&fields=tags`)).body.ports, [{ tags: ['red'] }])
  const networks = (await cloud.member.get('/v2.0/networks?fields=tags&fields=subnets')).body.networks
  assert.deepEqual(networks, [{ tags: ['blue'], subnets: [fixed_ips[0].subnet_id] }])
  const [group] = (await cloud.member.get('/v2.0/security-groups?fields=security_group_rules')).body
    .security_groups
  assert.deepEqual(Object.keys(group), ['security_group_rules'])
  assert.ok(group.security_group_rules.length > 0)
})

test('tags of a network are set, added, filtered by and deleted', async () => {
  await using cloud = await startTestNetwork()
  const { network_id } = await networkWith(cloud, { ip_version: 4, cidr: '10.0.0.0/24' })
  const path = `/v2.0/networks/${network_id}`
  assert.equal((await cloud.member.put(`${path}/tags`, { tags: ['red', 'blue'] })).status, 200)
  assert.equal((await cloud.member.put(`${path}/tags/green`, undefined)).status, 201)
  assert.deepEqual((await cloud.member.get(path)).body.network.tags, ['blue', 'green', 'red'])
  assert.equal((await cloud.member.get('/v2.0/networks?tags=red,blue')).body.networks.length, 1)
  assert.equal((await cloud.member.get('/v2.0/networks?tags=red,black')).body.networks.length, 0)
  assert.equal((await cloud.member.get('/v2.0/networks?not-tags-any=red')).body.networks.length, 0)
  assert.equal((await cloud.member.delete(`${path}/tags/red`)).status, 204)
  assert.equal((await cloud.member.get(`${path}/tags/red`)).status, 404)
})

test('only administrators see agents, and no port is bound to a host whose agent is disabled', async () => {
  await using cloud = await startTestNetwork()
  assert.deepEqual(await cloud.member.get('/v2.0/agents'), { status: 200, body: { agents: [] } })
  const dhcp = await cloud.admin.get(`/v2.0/agents?agent_type=${encodeURIComponent('DHCP agent')}`)
  assert.deepEqual([dhcp.body.agents.length, dhcp.body.agents[0].alive], [1, true])
  const { body } = await cloud.admin.get('/v2.0/agents?host=host-1&binary=neutron-test-agent')
  const [agent] = body.agents
  assert.deepEqual([agent.alive, agent.admin_state_up, agent.binary], [true, true, 'neutron-test-agent'])
  await cloud.admin.put(`/v2.0/agents/${agent.id}`, { agent: { admin_state_up: false } })
  const { network_id } = await networkWith(cloud, { ip_version: 4, cidr: '10.0.0.0/24' })
  const port = await cloud.nova.post('/v2.0/ports', { port: { network_id, 'binding:host_id': 'host-1' } })
  assert.equal(port.body.port['binding:vif_type'], 'binding_failed')
})

test('the answer to creating a port equals what GET shows afterwards', async () => {
  await using cloud = await startTestNetwork()
  const { member, admin } = cloud
  const { network_id, subnets } = await networkWith(
    cloud,
    { ip_version: 4, cidr: '10.0.0.0/24', allocation_pools: low },
    { ip_version: 4, cidr: '10.0.1.0/24' },
  )
  const groups: string[] = []
  for (const name of ['web', 'db', 'cache']) {
    const { body } = await member.post('/v2.0/security-groups', { security_group: { name } })
    groups.push(body.security_group.id)
  }
  const plain = { network_id, project_id: 'alpha' }
  const whole = {
    ...plain,
    name: 'whole',
    fixed_ips: [{ subnet_id: subnets[1].id }, { subnet_id: subnets[0].id, ip_address: '10.0.0.77' }],
    security_groups: groups,
    allowed_address_pairs: [{ ip_address: '10.9.0.0/16' }],
    extra_dhcp_opts: [{ opt_name: 'mtu', opt_value: '1400' }],
  }
  const unfiltered = { ...plain, port_security_enabled: false, admin_state_up: false }
  for (const port of [plain, whole, unfiltered]) {
    const made = await admin.post('/v2.0/ports', { port })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { body } = await admin.get(`/v2.0/ports/${made.body.port.id}`)
    assert.deepEqual(made.body, body)
    assert.equal(body.port.revision_number, 1)
  }
})

test('the owner of a network sees and deletes ports of other projects on it; strangers do not', async () => {
  await using cloud = await startTestNetwork()
  const { network_id } = await networkWith(cloud, { ip_version: 4, cidr: '10.0.0.0/24', enable_dhcp: false })
  const port = { network_id, project_id: 'beta' }
  const { id } = (await cloud.nova.post('/v2.0/ports', { port })).body.port
  const stranger = cloud.as('gamma', 'member', 'reader')
  const seenBy = async (client: Client) => (await client.get('/v2.0/ports')).body.ports.length
  assert.deepEqual(
    [await seenBy(cloud.member), await seenBy(cloud.as('beta', 'member', 'reader')), await seenBy(stranger)],
    [1, 1, 0],
  )
  assert.equal((await cloud.member.get(`/v2.0/ports/${id}`)).status, 200)
  assert.equal((await stranger.delete(`/v2.0/ports/${id}`)).status, 404)
  assert.equal((await cloud.member.delete(`/v2.0/ports/${id}`)).status, 204)
  assert.equal(await seenBy(cloud.nova), 0)
})

test('changing the fixed IPs of a server’s port sends network-changed to compute', async () => {
  await using cloud = await startTestNetwork()
  const subnet = { ip_version: 4, cidr: '10.0.0.0/24', allocation_pools: low }
  const { network_id, subnets } = await networkWith(cloud, subnet)
  const device = { device_id: 'server-1', device_owner: 'compute:nova' }
  const { id } = (await cloud.nova.post('/v2.0/ports', { port: { network_id, ...device } })).body.port
  const fixed_ips = [{ subnet_id: subnets[0].id, ip_address: '10.0.0.99' }]
  const { body } = await cloud.nova.put(`/v2.0/ports/${id}`, { port: { fixed_ips } })
  assert.deepEqual(body.port.fixed_ips, fixed_ips)
  await cloud.settled()
  assert.deepEqual(cloud.events, [
    { name: 'network-changed', server_uuid: 'server-1', tag: id, status: 'completed' },
  ])
})
