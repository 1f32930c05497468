import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Reply, startTestNetwork, type TestNetwork } from './test-network.ts'

const refusal = ({ status, body }: Reply): readonly unknown[] => [
  status,
  body.NeutronError?.type,
  body.NeutronError?.message,
]

/** A network of alpha with one small subnet. */
const smallNetwork = async ({ member }: TestNetwork, cidr = '10.0.0.0/29') => {
  const { body } = await member.post('/v2.0/networks', { network: { name: 'small' } })
  const network_id: string = body.network.id
  const subnet = await member.post('/v2.0/subnets', {
    subnet: { network_id, cidr, ip_version: 4, enable_dhcp: false },
  })
  return { network_id, subnet_id: String(subnet.body.subnet.id) }
}

test('attributes that the caller’s role cannot set are refused with the name of the policy rule', async () => {
  await using cloud = await startTestNetwork()
  const { member, admin } = cloud
  assert.deepEqual(refusal(await member.post('/v2.0/networks', { network: { shared: true } })), [
    403,
    'PolicyNotAuthorized',
    '(rule:create_network and rule:create_network:shared) is disallowed by policy',
  ])
  const shared = await admin.post('/v2.0/networks', { network: { shared: true } })
  const network_id = shared.body.network.id
  assert.deepEqual(
    refusal(await member.post('/v2.0/ports', { port: { network_id, mac_address: 'fa:16:3e:00:00:01' } })),
    [
      403,
      'PolicyNotAuthorized',
      '(rule:create_port and rule:create_port:mac_address) is disallowed by policy',
    ],
  )
  const fixed_ips = [{ ip_address: '10.0.0.9' }]
  assert.deepEqual(refusal(await member.post('/v2.0/ports', { port: { network_id, fixed_ips } })), [
    403,
    'PolicyNotAuthorized',
    '(rule:create_port and (rule:create_port:fixed_ips and (rule:create_port:fixed_ips:ip_address))) is disallowed by policy',
  ])
  assert.deepEqual(refusal(await member.delete(`/v2.0/networks/${network_id}`)), [
    403,
    'PolicyNotAuthorized',
    'rule:delete_network is disallowed by policy',
  ])
  assert.equal((await member.post('/v2.0/ports', { port: { network_id } })).status, 201)
})

test("another project's resources do not exist for the caller", async () => {
  await using cloud = await startTestNetwork()
  const { network_id, subnet_id } = await smallNetwork(cloud)
  const { body } = await cloud.member.post('/v2.0/ports', { port: { network_id } })
  const other = cloud.as('beta', 'member', 'reader')
  for (const path of [`networks/${network_id}`, `subnets/${subnet_id}`, `ports/${body.port.id}`]) {
    assert.equal((await other.get(`/v2.0/${path}`)).status, 404, path)
    assert.equal((await other.delete(`/v2.0/${path}`)).status, 404, path)
  }
  for (const collection of ['networks', 'subnets', 'ports'])
    assert.deepEqual((await other.get(`/v2.0/${collection}`)).body[collection], [])
  assert.deepEqual(refusal(await other.post('/v2.0/ports', { port: { network_id } })), [
    404,
    'NetworkNotFound',
    `Network ${network_id} could not be found.`,
  ])
})

test('a full subnet, a taken address and a taken MAC are conflicts', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const { network_id, subnet_id } = await smallNetwork(cloud)
  const first = await member.post('/v2.0/ports', { port: { network_id } })
  const { mac_address, fixed_ips } = first.body.port
  const [{ ip_address }] = fixed_ips
  assert.deepEqual(refusal(await member.post('/v2.0/ports', { port: { network_id, mac_address } })), [
    409,
    'MacAddressInUse',
    `Unable to complete operation for network ${network_id}. The mac address ${mac_address} is in use.`,
  ])
  assert.deepEqual(
    refusal(await member.post('/v2.0/ports', { port: { network_id, fixed_ips: [{ ip_address }] } })),
    [409, 'IpAddressAlreadyAllocated', `IP address ${ip_address} already allocated in subnet ${subnet_id}`],
  )
  for (let port = 2; port <= 5; port++)
    assert.equal((await member.post('/v2.0/ports', { port: { network_id } })).status, 201)
  assert.deepEqual(refusal(await member.post('/v2.0/ports', { port: { network_id } })), [
    409,
    'IpAddressGenerationFailure',
    `No more IP addresses available on network ${network_id}.`,
  ])
  const { body } = await member.get(`/v2.0/ports?network_id=${network_id}`)
  assert.equal(body.ports.length, 5, 'a refused port leaves nothing behind')
})

test('fixed IPs outside the subnet, and its network and broadcast addresses, are refused', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const { network_id, subnet_id } = await smallNetwork(cloud)
  const ask = (...fixed_ips: object[]) => member.post('/v2.0/ports', { port: { network_id, fixed_ips } })
  assert.equal((await ask({ ip_address: '192.0.2.1' })).body.NeutronError.type, 'InvalidIpForNetwork')
  assert.equal(
    (await ask({ subnet_id, ip_address: '192.0.2.1' })).body.NeutronError.type,
    'InvalidIpForSubnet',
  )
  assert.equal(
    (await ask({ subnet_id, ip_address: '10.0.0.7' })).body.NeutronError.type,
    'InvalidIpForSubnet',
  )
  assert.equal((await ask({ subnet_id, ip_address: 'ten' })).status, 400)
  assert.equal((await ask({ subnet_id: network_id })).body.NeutronError.type, 'SubnetNotFound')
  // The network address and the broadcast address.
  for (const ip_address of ['10.0.0.0', '10.0.0.7'])
    assert.equal((await ask({ ip_address })).body.NeutronError.type, 'InvalidIpForNetwork')
  const both = await ask({ subnet_id, ip_address: '10.0.0.5' }, { subnet_id })
  assert.equal(both.status, 201)
  assert.equal(both.body.port.fixed_ips.length, 2)
})

test('networks, subnets and security groups in use cannot be deleted; a free network takes its subnets along', async () => {
  await using cloud = await startTestNetwork()
  const { member, admin } = cloud
  const { network_id, subnet_id } = await smallNetwork(cloud)
  const { body } = await member.post('/v2.0/ports', { port: { network_id } })
  const { id, security_groups } = body.port
  assert.deepEqual(refusal(await member.delete(`/v2.0/networks/${network_id}`)), [
    409,
    'NetworkInUse',
    `Unable to complete operation on network ${network_id}. There are one or more ports still in use on the network, ` +
      `id for these ports is: ${id}.`,
  ])
  assert.equal((await member.delete(`/v2.0/subnets/${subnet_id}`)).body.NeutronError.type, 'SubnetInUse')
  assert.equal(
    (await admin.delete(`/v2.0/security-groups/${security_groups[0]}`)).body.NeutronError.type,
    'SecurityGroupInUse',
  )
  assert.equal((await member.delete(`/v2.0/ports/${id}`)).status, 204)
  assert.equal(
    (await member.delete(`/v2.0/security-groups/${security_groups[0]}`)).body.NeutronError.type,
    'SecurityGroupCannotRemoveDefault',
  )
  assert.equal((await member.delete(`/v2.0/networks/${network_id}`)).status, 204)
  assert.equal((await member.get(`/v2.0/subnets/${subnet_id}`)).status, 404)
})

test('malformed request bodies and filters are refused with Neutron’s messages', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const { network_id } = await smallNetwork(cloud)
  const cases: [string, object, string][] = [
    ['networks', { network: { colour: 'blue' } }, "Unrecognized attribute(s) 'colour'"],
    ['networks', { net: {} }, "Unable to find 'network' in request body"],
    ['networks', { network: { status: 'UP' } }, "Attribute 'status' not allowed in POST"],
    ['ports', { port: {} }, "Failed to parse request. Required attribute 'network_id' not specified"],
    ['networks', {}, 'Resource body required'],
    ['networks', [], 'Body contains invalid data'],
    ['routers', { router: { routes: [] } }, "Attribute 'routes' not allowed in POST"],
  ]
  for (const [path, body, message] of cases)
    assert.deepEqual(refusal(await member.post(`/v2.0/${path}`, body)), [400, 'HTTPBadRequest', message])
  assert.deepEqual(refusal(await member.post('/v2.0/networks', { network: { admin_state_up: 'perhaps' } })), [
    400,
    'InvalidInput',
    "Invalid input for operation: 'perhaps' cannot be converted to boolean.",
  ])
  const unformed = { network_id, ip_version: 4, cidr: '10.0.0.0/33' }
  assert.deepEqual(refusal(await member.post('/v2.0/subnets', { subnet: unformed })), [
    400,
    'InvalidInput',
    'Invalid input for operation: 10.0.0.0/33 is not in a CIDR format.',
  ])
  const overlapping = await member.post('/v2.0/subnets', {
    subnet: { network_id, ip_version: 4, cidr: '10.0.0.0/24' },
  })
  assert.equal(overlapping.body.NeutronError.type, 'InvalidInput')
  assert.match(overlapping.body.NeutronError.message, /overlaps with another subnet/)
  assert.deepEqual(refusal(await member.get('/v2.0/networks?colour=blue')), [
    400,
    'HTTPBadRequest',
    "['colour'] is invalid attribute for filtering",
  ])
})

test('invalid attribute values are refused with Neutron’s messages', async () => {
  await using cloud = await startTestNetwork({
    config: (defaults) => ({ ...defaults, DEFAULT: { ...defaults.DEFAULT, max_dns_nameservers: 1 } }),
  })
  const { member, admin } = cloud
  const { network_id } = await smallNetwork(cloud)
  const subnet = { network_id, ip_version: 4, cidr: '10.7.0.0/24' }
  const pool = { name: 'p', prefixes: ['10.8.0.0/16'] }
  const { id: subnetpool_id } = (await member.post('/v2.0/subnetpools', { subnetpool: pool })).body.subnetpool
  const type = 'provider:network_type'
  const input = (reason: string) => ['InvalidInput', `Invalid input for operation: ${reason}.`]
  const cases: [string, object, readonly string[]][] = [
    ['networks', { network: { mtu: 99_999 } }, input('Requested MTU is too big, maximum is 1450')],
    ['networks', { network: { [type]: 'nothing' } }, input("network_type value 'nothing' not supported")],
    [
      'subnets',
      { subnet: { ...subnet, ipv6_ra_mode: 'slaac' } },
      input('ipv6_ra_mode is not valid when ip_version is 4'),
    ],
    [
      'subnets',
      { subnet: { network_id, ip_version: 6, subnetpool_id } },
      ['BadRequest', 'Bad subnets request: Cannot allocate IPv6 subnet from IPv4 subnet pool.'],
    ],
    [
      'subnets',
      { subnet: { ...subnet, dns_nameservers: ['192.0.2.1', '192.0.2.2'] } },
      [
        'DNSNameServersExhausted',
        'Unable to complete operation for new subnet. The number of DNS nameservers exceeds the limit 1.',
      ],
    ],
    [
      'subnets',
      { subnet: { ...subnet, allocation_pools: [{ start: '10.7.0.9', end: '10.7.0.8' }] } },
      ['InvalidAllocationPool', "The allocation pool {'start': '10.7.0.9', 'end': '10.7.0.8'} is not valid."],
    ],
    [
      'subnets',
      { subnet: { ...subnet, allocation_pools: 'all' } },
      input('Invalid data format for allocation pools'),
    ],
    [
      'subnets',
      { subnet: { ...subnet, host_routes: [{ destination: 'nothing', nexthop: '10.7.0.9' }] } },
      ['HTTPBadRequest', "Invalid input for host_routes. Reason: 'nothing' is not a valid CIDR."],
    ],
    [
      'subnets',
      { subnet: { ...subnet, host_routes: 'all' } },
      ['HTTPBadRequest', "Invalid input for host_routes. Reason: Invalid data format for hostroute: 'all'."],
    ],
    [
      'subnets',
      { subnet: { ...subnet, dns_nameservers: ['192.0.2.1', '192.0.2.1'] } },
      ['HTTPBadRequest', "Invalid input for dns_nameservers. Reason: Duplicate nameserver '192.0.2.1'."],
    ],
    [
      'subnetpools',
      { subnetpool: { ...pool, default_prefixlen: 'many' } },
      input("'many' is not an integer"),
    ],
    [
      'subnetpools',
      { subnetpool: { ...pool, default_quota: -5 } },
      ['HTTPBadRequest', "Invalid input for default_quota. Reason: '-5' should be non-negative."],
    ],
    [
      'network_segment_ranges',
      { network_segment_range: { network_type: 'vlan', minimum: 1, maximum: 2 } },
      [
        'BadRequest',
        "Bad network_segment_range request: Network type vlan requires 'physical_network' to be specified while " +
          'creating new range.',
      ],
    ],
  ]
  for (const [path, body, told] of cases)
    assert.deepEqual(refusal(await admin.post(`/v2.0/${path}`, body)), [400, ...told])
  assert.deepEqual((await admin.get(`/v2.0/networks?${type}=nothing`)).body.networks, [])
})

test('the project of a network cannot be changed', async () => {
  await using cloud = await startTestNetwork()
  const { member, admin } = cloud
  const { network_id } = await smallNetwork(cloud)
  const ask = async (client: typeof member, network: object) =>
    refusal(await client.put(`/v2.0/networks/${network_id}`, { network })).slice(2)
  const privileged =
    "Specifying 'project_id' or 'tenant_id' other than the authenticated project in request requires admin or advsvc privileges"
  assert.deepEqual(await ask(member, { project_id: 'beta' }), [privileged])
  assert.deepEqual(await ask(member, { tenant_id: 'beta' }), [privileged])
  const kept = ['Cannot update read-only attribute project_id']
  assert.deepEqual(await ask(member, { project_id: 'alpha' }), kept)
  assert.deepEqual(await ask(admin, { project_id: 'beta' }), kept)
})

test('invalid tags are refused, and the tags stay unchanged', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const { network_id } = await smallNetwork(cloud)
  const path = `/v2.0/networks/${network_id}/tags`
  await member.put(path, { tags: ['red'] })
  const long = 'x'.repeat(256)
  const cases: [unknown, string][] = [
    [{ tags: ['a', 'a'] }, "Duplicate items in the list: 'a'"],
    [{ tags: 'red' }, "'red' is not a list"],
    [{ tags: [7] }, "'7' is not a valid string"],
    [{ tags: [''] }, "'' Blank strings are not permitted"],
    [{ tags: [long] }, `'${long}' exceeds maximum length of 255`],
    [{ tag: ['red'] }, 'Invalid tags body'],
    [{}, 'Invalid tags body'],
    [[], 'Invalid tags body'],
  ]
  for (const [body, reason] of cases)
    for (const ask of [member.put, member.post])
      assert.deepEqual(refusal(await ask(path, body)), [
        400,
        'InvalidInput',
        `Invalid input for operation: ${reason}.`,
      ])
  assert.deepEqual((await member.get(path)).body.tags, ['red'])
})

test('a bulk request that exceeds the quota is refused as a whole', async () => {
  await using cloud = await startTestNetwork()
  const { member, admin } = cloud
  assert.equal((await member.put('/v2.0/quotas/alpha', { quota: { network: 2 } })).status, 403)
  assert.equal((await admin.put('/v2.0/quotas/alpha', { quota: { network: 2 } })).status, 200)
  const three = { networks: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] }
  assert.deepEqual(refusal(await member.post('/v2.0/networks', three)), [
    409,
    'OverQuota',
    "Quota exceeded for resources: ['network'].",
  ])
  assert.deepEqual((await member.get('/v2.0/networks')).body.networks, [])
  const two = await member.post('/v2.0/networks', { networks: [{ name: 'a' }, { name: 'b' }] })
  assert.equal(two.body.networks.length, 2)
  const { body } = await member.get('/v2.0/quotas/alpha/details')
  assert.deepEqual(body.quota.network, { limit: 2, used: 2, reserved: 0 })
  assert.equal((await admin.delete('/v2.0/quotas/alpha')).status, 204)
  assert.equal((await member.get('/v2.0/quotas/alpha')).body.quota.network, 100)
})

test('a change with an outdated revision in If-Match is refused', async () => {
  await using cloud = await startTestNetwork()
  const { network_id } = await smallNetwork(cloud)
  const path = `/v2.0/networks/${network_id}`
  const rename = (name: string, revision: number) =>
    cloud.member.put(path, { network: { name } }, { 'if-match': `revision_number=${revision}` })
  const { body } = await cloud.member.get(path)
  const revision: number = body.network.revision_number
  assert.equal((await rename('new', revision)).body.network.revision_number, revision + 1)
  assert.deepEqual(refusal(await rename('newer', revision)).slice(0, 2), [
    412,
    'RevisionNumberConstraintFailed',
  ])
})

test('a port that is changed and deleted at once is either kept as changed, or not found', async () => {
  await using cloud = await startTestNetwork()
  const { network_id } = await smallNetwork(cloud, '10.0.0.0/24')
  const { body } = await cloud.member.post('/v2.0/ports', { ports: Array(10).fill({ network_id }) })
  const ports: { readonly id: string; readonly revision_number: number }[] = body.ports
  const [changes, deletions] = await Promise.all([
    Promise.all(ports.map(({ id }) => cloud.member.put(`/v2.0/ports/${id}`, { port: { name: 'new' } }))),
    Promise.all(
      ports.map(({ id, revision_number: revision }) =>
        cloud.member.delete(`/v2.0/ports/${id}`, { 'if-match': `revision_number=${revision}` }),
      ),
    ),
  ])
  for (const [index, { status }] of changes.entries())
    assert.deepEqual([status, deletions[index]?.status], status === 200 ? [200, 412] : [404, 204])
  const { ports: left } = (await cloud.member.get('/v2.0/ports?name=new')).body
  assert.equal(left.length, changes.filter(({ status }) => status === 200).length)
})

test('a request without a token is refused, except for the list of versions', async () => {
  await using cloud = await startTestNetwork()
  const nobody = cloud.as('')
  assert.equal((await nobody.get('/v2.0/networks')).status, 401)
  const { status, body } = await nobody.get('/')
  assert.equal(status, 200)
  assert.equal(body.versions[0].links[0].href, 'http://cloud/networking/v2.0/')
})

test('a quota limit below the current usage is refused unless forced', async () => {
  await using cloud = await startTestNetwork()
  const { member, admin } = cloud
  const { network_id } = await smallNetwork(cloud)
  const { project_id } = (await member.get(`/v2.0/networks/${network_id}`)).body.network
  const limit = (quota: object) => admin.put(`/v2.0/quotas/${project_id}`, { quota })
  assert.deepEqual(refusal(await limit({ network: 0 })), [
    400,
    'HTTPBadRequest',
    'Quota limit 0 for network must be greater than or equal to already used 1',
  ])
  assert.equal((await limit({ network: 0, force: true })).body.quota.network, 0)
  assert.equal((await limit({ network: '7', check_limit: true })).body.quota.network, 7)
})

test('a bulk request for rules of several security groups, or for the same rule twice, is refused', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const group = async (name: string): Promise<string> =>
    (await member.post('/v2.0/security-groups', { security_group: { name } })).body.security_group.id
  const [one, other] = [await group('one'), await group('other')]
  const rule = { direction: 'ingress', protocol: 'tcp' }
  const ask = async (...groups: readonly string[]) =>
    (
      await member.post('/v2.0/security-group-rules', {
        security_group_rules: groups.map((security_group_id) => ({ ...rule, security_group_id })),
      })
    ).body.NeutronError.type
  assert.equal(await ask(one, other), 'SecurityGroupNotSingleGroupRules')
  assert.equal(await ask(one, one), 'DuplicateSecurityGroupRuleInPost')
})

test('an unknown marker is refused with 404 if there is a limit, and ignored without one', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const { network_id } = await smallNetwork(cloud)
  const nowhere = '0b1c9d35-3f0e-4a55-8f1f-5c0b4b6f0e11'
  const answer = await member.get(`/v2.0/networks?limit=1&marker=${nowhere}`)
  assert.deepEqual(refusal(answer).slice(0, 2), [404, 'NetworkNotFound'])
  const { networks } = (await member.get(`/v2.0/networks?marker=${nowhere}`)).body
  assert.deepEqual(
    networks.map(({ id }: { id: string }) => id),
    [network_id],
  )
})
