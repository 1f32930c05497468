import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestNetwork, type TestNetwork } from '../../../test/test-network.ts'

const networkOf = async ({ member }: TestNetwork): Promise<string> =>
  (await member.post('/v2.0/networks', { network: {} })).body.network.id

test('a port can have a multicast MAC address, and an administrator can have it regenerated', async () => {
  await using cloud = await startTestNetwork()
  const { member, admin } = cloud
  const network_id = await networkOf(cloud)
  const mac_address = '11:22:33:44:55:66'
  const made = await member.post('/v2.0/ports', { port: { network_id, mac_address } })
  assert.deepEqual([made.status, made.body.port.mac_address], [201, mac_address])
  const path = `/v2.0/ports/${made.body.port.id}`
  const fresh = await admin.put(path, { port: { mac_address: null } })
  assert.equal(fresh.status, 200, JSON.stringify(fresh.body))
  assert.match(fresh.body.port.mac_address, /^fa:16:3e(:[0-9a-f]{2}){3}$/)
  assert.equal((await member.get(path)).body.port.mac_address, fresh.body.port.mac_address)
  const drawn = await member.post('/v2.0/ports', { port: { network_id, mac_address: null } })
  assert.match(drawn.body.port.mac_address, /^fa:16:3e/)
  for (const bad of ['00:00:00:00:00:00', '11:22:33:44:55', 'mac'])
    assert.equal((await member.post('/v2.0/ports', { port: { network_id, mac_address: bad } })).status, 400)
})

test('ports are created in bulk, each with or without a wrapping port key', async () => {
  await using cloud = await startTestNetwork()
  const network_id = await networkOf(cloud)
  const made = await cloud.member.post('/v2.0/ports', {
    ports: [{ port: { network_id, name: 'a' } }, { network_id, name: 'b' }],
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.deepEqual(
    made.body.ports.map(({ name }: { name: string }) => name),
    ['a', 'b'],
  )
})

test('ip_address_substr matches literally, not as a LIKE pattern', async () => {
  await using cloud = await startTestNetwork()
  const network_id = await networkOf(cloud)
  const subnet = { network_id, ip_version: 4, cidr: '10.0.0.0/24', enable_dhcp: false }
  await cloud.member.post('/v2.0/subnets', { subnet })
  const fixed_ips = [{ ip_address: '10.0.0.77' }]
  await cloud.member.post('/v2.0/ports', { port: { network_id, fixed_ips } })
  const found = async (part: string) =>
    (await cloud.member.get(`/v2.0/ports?fixed_ips=${encodeURIComponent(`ip_address_substr=${part}`)}`)).body
      .ports.length
  assert.deepEqual(
    [await found('.77'), await found('%'), await found('10_0'), await found('\\')],
    [1, 0, 0, 0],
  )
})

test('a fixed_ips filter without a key is refused, and one with an unknown key is ignored', async () => {
  await using cloud = await startTestNetwork()
  const network_id = await networkOf(cloud)
  await cloud.member.post('/v2.0/ports', { port: { network_id } })
  const listed = (filter: string) =>
    cloud.member.get(`/v2.0/ports?network_id=${network_id}&fixed_ips=${encodeURIComponent(filter)}`)
  for (const filter of ['10.0.0.7', '=10.0.0.7']) {
    const { status, body } = await listed(filter)
    assert.deepEqual(
      [status, body.NeutronError.message],
      [400, `Invalid input for operation: '${filter}' is not of the form <key>=[value].`],
    )
  }
  assert.equal((await listed('colour=blue')).body.ports.length, 1)
  assert.equal((await listed('ip_address=10.0.0.7')).body.ports.length, 0)
})

test('a port is found by its MAC address in any notation', async () => {
  await using cloud = await startTestNetwork()
  const network_id = await networkOf(cloud)
  await cloud.member.post('/v2.0/ports', { port: { network_id, mac_address: 'fa:16:3e:00:00:ab' } })
  for (const spelled of ['fa:16:3e:00:00:ab', 'FA:16:3E:00:00:AB', 'fa-16-3e-00-00-ab'])
    assert.equal((await cloud.member.get(`/v2.0/ports?mac_address=${spelled}`)).body.ports.length, 1, spelled)
})

test('a port shows its DNS names, hints and device settings as given, or their defaults', async () => {
  await using cloud = await startTestNetwork()
  const { member, admin } = cloud
  const network_id = await networkOf(cloud)
  const subnet = { network_id, ip_version: 4, cidr: '10.0.0.0/24', enable_dhcp: false }
  await member.post('/v2.0/subnets', { subnet })
  const plain = await admin.post('/v2.0/ports', {
    port: { network_id, fixed_ips: [{ ip_address: '10.0.0.7' }] },
  })
  const usual = {
    ...{ dns_name: '', dns_domain: '', ip_allocation: 'immediate', propagate_uplink_status: true },
    ...{ numa_affinity_policy: null, hints: null, device_profile: null, hardware_offload_type: null },
    ...{ resource_request: null, qos_policy_id: null, qos_network_policy_id: null },
    dns_assignment: [
      { ip_address: '10.0.0.7', hostname: 'host-10-0-0-7', fqdn: 'host-10-0-0-7.openstacklocal.' },
    ],
  }
  const shownOf = (port: Record<string, unknown>) =>
    Object.fromEntries(Object.keys(usual).map((name) => [name, port[name]]))
  assert.deepEqual(shownOf(plain.body.port), usual)
  const listed = await admin.get(`/v2.0/ports?id=${plain.body.port.id}&fields=dns_assignment`)
  assert.deepEqual(listed.body.ports, [{ dns_assignment: usual.dns_assignment }])

  const given = {
    ...{ dns_name: 'Web', dns_domain: 'example.org.', propagate_uplink_status: false },
    ...{ numa_affinity_policy: 'socket', hints: { openvswitch: { queues: 2 } }, device_profile: 'gpu' },
  }
  const made = await admin.post('/v2.0/ports', { port: { network_id, fixed_ips: [], ...given } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.deepEqual(shownOf((await admin.get(`/v2.0/ports/${made.body.port.id}`)).body.port), {
    ...usual,
    ...given,
    dns_name: 'web',
    ip_allocation: 'none',
    dns_assignment: [],
  })
})

test('an invalid dns_name is refused', async () => {
  await using cloud = await startTestNetwork()
  const network_id = await networkOf(cloud)
  for (const dns_name of ['a b', '-a', `${'a'.repeat(64)}`, 'a..b', 'a\n10.0.0.1'])
    assert.equal(
      (await cloud.member.post('/v2.0/ports', { port: { network_id, dns_name } })).status,
      400,
      dns_name,
    )
})

test('a port is created with tags, which are sorted; duplicate or invalid ones are refused', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const network_id = await networkOf(cloud)
  const made = await member.post('/v2.0/ports', {
    ports: [
      { network_id, tags: ['red', 'blue'] },
      { network_id, tags: null },
    ],
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const [tagged, plain] = made.body.ports
  assert.deepEqual([tagged.tags, plain.tags], [['blue', 'red'], []])
  assert.deepEqual((await member.get(`/v2.0/ports/${tagged.id}`)).body.port.tags, ['blue', 'red'])
  const found = (await member.get('/v2.0/ports?tags=blue&fields=id')).body.ports
  assert.deepEqual(found, [{ id: tagged.id }])
  for (const tags of ['red', [7], ['red', 'red'], ['x'.repeat(256)]]) {
    const refused = await member.post('/v2.0/ports', { port: { network_id, tags } })
    assert.equal(refused.status, 400, JSON.stringify(tags))
  }
  assert.equal((await member.put(`/v2.0/ports/${plain.id}`, { port: { tags: ['red'] } })).status, 400)
  assert.equal((await member.get(`/v2.0/ports?network_id=${network_id}`)).body.ports.length, 2)
})

test('an extra DHCP option is for IPv4 unless it names another IP version', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const network_id = await networkOf(cloud)
  const given = [
    { opt_name: 'mtu', opt_value: '1400' },
    { opt_name: 'mtu', opt_value: '1300', ip_version: 6 },
  ]
  const { body } = await member.post('/v2.0/ports', { port: { network_id, extra_dhcp_opts: given } })
  const [first, second] = given
  const kept = [{ ...first, ip_version: 4 }, second]
  assert.deepEqual(body.port.extra_dhcp_opts, kept)
  const path = `/v2.0/ports/${body.port.id}`
  assert.deepEqual((await member.get(path)).body.port.extra_dhcp_opts, kept)
  const removed = await member.put(path, {
    port: { extra_dhcp_opts: [{ opt_name: 'mtu', opt_value: null }] },
  })
  assert.deepEqual(removed.body.port.extra_dhcp_opts, [second])
})

test('invalid allowed address pairs are refused with Neutron’s messages', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const network_id = await networkOf(cloud)
  const ip_address = '10.1.1.1'
  const cases: [unknown, string, string][] = [
    [{ ip_address }, 'HTTPBadRequest', 'Allowed address pairs must be a list.'],
    [
      [{ mac_address: 'fa:16:3e:00:00:12' }],
      'AllowedAddressPairsMissingIP',
      'AllowedAddressPair must contain ip_address',
    ],
    [[{ ip_address, colour: 'x' }], 'HTTPBadRequest', "Unrecognized attribute(s) 'colour'"],
    [[{ ip_address: 'nothing' }], 'HTTPBadRequest', "'nothing' is not a valid IP address"],
    [[{ ip_address, mac_address: 'nothing' }], 'HTTPBadRequest', "'nothing' is not a valid MAC address"],
    [
      [{ ip_address }, { ip_address }],
      'DuplicateAddressPairInRequest',
      'Request contains duplicate address pair: mac_address None ip_address 10.1.1.1.',
    ],
  ]
  for (const [allowed_address_pairs, type, message] of cases) {
    const { status, body } = await member.post('/v2.0/ports', { port: { network_id, allowed_address_pairs } })
    assert.deepEqual([status, body.NeutronError], [400, { type, message, detail: '' }])
  }
  const mac_address = 'fa:16:3e:00:00:12'
  const pairs = [{ ip_address }, { ip_address, mac_address }]
  const made = await member.post('/v2.0/ports', { port: { network_id, allowed_address_pairs: pairs } })
  assert.deepEqual(made.body.port.allowed_address_pairs, [
    { ip_address, mac_address: made.body.port.mac_address },
    { ip_address, mac_address },
  ])
})

test('an incomplete fixed IP or extra DHCP option is refused, and no port is created', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const network_id = await networkOf(cloud)
  const cases = [
    [{ fixed_ips: [{}] }, 'IP allocation requires subnet_id or ip_address'],
    [{ fixed_ips: [{ colour: 'x' }] }, 'IP allocation requires subnet_id or ip_address'],
    [{ extra_dhcp_opts: [{ opt_value: '1' }] }, "No valid key specs matched for: {'opt_value': '1'}"],
    [
      { extra_dhcp_opts: [{ opt_name: 'mtu', opt_value: '1', ip_version: 7 }] },
      "No valid key specs matched for: {'opt_name': 'mtu', 'opt_value': '1', 'ip_version': 7}",
    ],
  ] as const
  for (const [parts, reason] of cases) {
    const { status, body } = await member.post('/v2.0/ports', { port: { network_id, ...parts } })
    const message = `Invalid input for operation: ${reason}.`
    assert.deepEqual([status, body.NeutronError], [400, { type: 'InvalidInput', message, detail: '' }])
  }
  assert.deepEqual((await member.get(`/v2.0/ports?network_id=${network_id}`)).body.ports, [])
})
