import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Body, type Reply, startTestNetwork, type TestNetwork } from '../../../test/test-network.ts'

const refusal = ({ status, body }: Reply) => [status, body.NeutronError?.type]

const poolOf = async ({ member }: TestNetwork, parts: Body = {}): Promise<Body> => {
  const subnetpool = { name: 'pool', prefixes: ['10.10.0.0/23', '10.10.2.0/23'], min_prefixlen: 24, ...parts }
  const { status, body } = await member.post('/v2.0/subnetpools', { subnetpool })
  assert.equal(status, 201, JSON.stringify(body))
  return body.subnetpool
}

const networkOf = async ({ member }: TestNetwork): Promise<string> =>
  (await member.post('/v2.0/networks', { network: {} })).body.network.id

const subnetOn = (cloud: TestNetwork, network_id: string, parts: Body): Promise<Reply> =>
  cloud.member.post('/v2.0/subnets', { subnet: { network_id, ip_version: 4, enable_dhcp: false, ...parts } })

test('subnets are allocated from a pool by default length, prefixlen or CIDR, and never overlap', async () => {
  await using cloud = await startTestNetwork()
  const pool = await poolOf(cloud)
  assert.deepEqual(
    [pool.prefixes, pool.ip_version, pool.min_prefixlen, pool.max_prefixlen, pool.default_prefixlen],
    [['10.10.0.0/22'], 4, '24', '32', '24'],
  )
  const network = await networkOf(cloud)
  const from = { subnetpool_id: pool.id }
  const cidrs: string[] = []
  for (const parts of [{}, { prefixlen: 25 }, { cidr: '10.10.3.0/24' }, { prefixlen: 25 }]) {
    const made = await subnetOn(cloud, network, { ...from, ...parts })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    assert.equal(made.body.subnet.subnetpool_id, pool.id)
    assert.ok(!('prefixlen' in made.body.subnet))
    cidrs.push(made.body.subnet.cidr)
  }
  assert.deepEqual(cidrs, ['10.10.0.0/24', '10.10.1.0/25', '10.10.3.0/24', '10.10.1.128/25'])
  assert.deepEqual(refusal(await subnetOn(cloud, network, { ...from, cidr: '10.10.3.0/25' })), [
    409,
    'SubnetAllocationError',
  ])
  assert.deepEqual(refusal(await subnetOn(cloud, network, { ...from, prefixlen: 23 })), [
    400,
    'MinPrefixSubnetAllocationError',
  ])
  assert.deepEqual(
    refusal(await subnetOn(cloud, network, { ...from, prefixlen: 24, cidr: '10.10.2.0/24' })),
    [400, 'BadRequest'],
  )
  assert.deepEqual(refusal(await cloud.member.delete(`/v2.0/subnetpools/${pool.id}`)), [
    400,
    'SubnetPoolDeleteError',
  ])
})

test('default_quota limits how many addresses of a subnet pool a project allocates', async () => {
  await using cloud = await startTestNetwork()
  const pool = await poolOf(cloud, { default_quota: 300 })
  const network = await networkOf(cloud)
  assert.equal((await subnetOn(cloud, network, { subnetpool_id: pool.id })).status, 201)
  const more = await subnetOn(cloud, network, { subnetpool_id: pool.id, prefixlen: 26 })
  assert.deepEqual(refusal(more), [409, 'SubnetPoolQuotaExceeded'])
})

test('prefixes of a subnet pool are added and removed, except those that a subnet uses', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const pool = await poolOf(cloud)
  const path = `/v2.0/subnetpools/${pool.id}`
  await subnetOn(cloud, await networkOf(cloud), { subnetpool_id: pool.id, cidr: '10.10.0.0/24' })
  const prefixes = async (verb: string, given: string[]) => {
    const { status, body } = await member.put(`${path}/${verb}`, { prefixes: given })
    return [status, body.prefixes ?? body.NeutronError.type]
  }
  assert.deepEqual(await prefixes('add_prefixes', ['10.10.4.0/22']), [200, ['10.10.0.0/21']])
  assert.deepEqual(await prefixes('remove_prefixes', ['10.10.2.0/23']), [
    200,
    ['10.10.0.0/23', '10.10.4.0/22'],
  ])
  assert.deepEqual(await prefixes('remove_prefixes', ['10.10.0.0/25']), [
    400,
    'IllegalSubnetPoolPrefixUpdate',
  ])
  const fewer = await member.put(path, { subnetpool: { prefixes: ['10.10.0.0/24'] } })
  assert.deepEqual(refusal(fewer), [400, 'IllegalSubnetPoolPrefixUpdate'])
})

test('a subnet pool with inconsistent prefixes or prefix lengths is refused', async () => {
  await using cloud = await startTestNetwork()
  const ask = async (parts: Body) =>
    refusal(
      await cloud.member.post('/v2.0/subnetpools', {
        subnetpool: { name: 'p', prefixes: ['10.0.0.0/8'], ...parts },
      }),
    )
  assert.deepEqual(await ask({ prefixes: [] }), [400, 'EmptySubnetPoolPrefixList'])
  assert.deepEqual(await ask({ prefixes: ['10.0.0.0/8', 'fd00::/8'] }), [400, 'PrefixVersionMismatch'])
  for (const bounds of [
    { min_prefixlen: 26, max_prefixlen: 24 },
    { max_prefixlen: 33 },
    { min_prefixlen: 16, default_prefixlen: 8 },
  ])
    assert.deepEqual(await ask(bounds), [400, 'IllegalSubnetPoolPrefixBounds'])
  assert.deepEqual(await ask({ name: ' ' }), [400, 'HTTPBadRequest'])
  assert.deepEqual(await ask({ shared: true }), [403, 'PolicyNotAuthorized'])
})

test('pools of an address scope must not overlap, and networks show the scope they are in', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const made = await member.post('/v2.0/address-scopes', { address_scope: { name: 's', ip_version: 4 } })
  const scope = made.body.address_scope
  const pool = await poolOf(cloud, { address_scope_id: scope.id })
  const twice = await member.post('/v2.0/subnetpools', {
    subnetpool: { name: 'q', prefixes: ['10.10.1.0/24'], address_scope_id: scope.id },
  })
  assert.deepEqual(refusal(twice), [409, 'AddressScopePrefixConflict'])
  const six = await member.post('/v2.0/subnetpools', {
    subnetpool: { name: 'q', prefixes: ['fd00::/48'], address_scope_id: scope.id },
  })
  assert.deepEqual(refusal(six), [400, 'IllegalSubnetPoolIpVersionAssociationToAddressScope'])
  const network = await networkOf(cloud)
  await subnetOn(cloud, network, { subnetpool_id: pool.id })
  const shown = (await member.get(`/v2.0/networks/${network}`)).body.network
  assert.deepEqual([shown.ipv4_address_scope, shown.ipv6_address_scope], [scope.id, null])
  assert.deepEqual(refusal(await subnetOn(cloud, network, { cidr: '192.0.2.0/24' })), [
    400,
    'NetworkSubnetPoolAffinityError',
  ])
  const other = await poolOf(cloud, { prefixes: ['10.20.0.0/16'] })
  assert.deepEqual(refusal(await subnetOn(cloud, network, { subnetpool_id: other.id })), [
    400,
    'NetworkAddressScopeAffinityError',
  ])
  assert.deepEqual(refusal(await member.delete(`/v2.0/address-scopes/${scope.id}`)), [
    409,
    'AddressScopeInUse',
  ])
})

test('onboarding the subnets of a network adds their prefixes to the subnet pool', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const network = await networkOf(cloud)
  const subnet = (await subnetOn(cloud, network, { cidr: '192.0.2.0/24' })).body.subnet
  const pool = await poolOf(cloud)
  const path = `/v2.0/subnetpools/${pool.id}`
  const onboard = () => member.put(`${path}/onboard_network_subnets`, { network_id: network })
  assert.equal((await onboard()).status, 200)
  assert.deepEqual((await member.get(path)).body.subnetpool.prefixes, ['10.10.0.0/22', '192.0.2.0/24'])
  assert.equal((await member.get(`/v2.0/subnets/${subnet.id}`)).body.subnet.subnetpool_id, pool.id)
  assert.deepEqual(refusal(await onboard()), [400, 'IllegalSubnetPoolUpdate'])
})

test('use_default_subnetpool takes the default pool, of which each IP version has only one', async () => {
  await using cloud = await startTestNetwork()
  const { admin } = cloud
  const network = await networkOf(cloud)
  const usual = { use_default_subnetpool: true, prefixlen: 28 }
  assert.deepEqual(refusal(await subnetOn(cloud, network, usual)), [400, 'BadRequest'])
  const subnetpool = { name: 'usual', prefixes: ['10.30.0.0/16'], is_default: true, shared: true }
  const made = await admin.post('/v2.0/subnetpools', { subnetpool })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const again = await admin.post('/v2.0/subnetpools', { subnetpool: { ...subnetpool, shared: false } })
  assert.deepEqual(refusal(again), [400, 'InvalidInput'])
  const subnet = await subnetOn(cloud, network, usual)
  assert.deepEqual([subnet.status, subnet.body.subnet.cidr], [201, '10.30.0.0/28'])
})

test('a subnet with IPv6 prefix delegation is refused as not supported', async () => {
  await using cloud = await startTestNetwork()
  const delegated = { ip_version: 6, subnetpool_id: 'prefix_delegation', ipv6_address_mode: 'slaac' }
  const answer = await subnetOn(cloud, await networkOf(cloud), delegated)
  assert.deepEqual(refusal(answer), [400, 'HTTPBadRequest'])
  assert.equal(
    answer.body.NeutronError.message,
    'Invalid input for subnetpool_id. Reason: IPv6 prefix delegation is not supported.',
  )
})
