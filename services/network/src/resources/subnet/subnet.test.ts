import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestNetwork } from '../../../test/test-network.ts'

test('subnets can be filtered by whether their network is shared', async () => {
  await using cloud = await startTestNetwork()
  const { admin } = cloud
  const ids: string[] = []
  for (const shared of [true, false]) {
    const { body } = await admin.post('/v2.0/networks', { network: { shared } })
    const subnet = { network_id: body.network.id, ip_version: 4, cidr: '10.0.0.0/24' }
    ids.push((await admin.post('/v2.0/subnets', { subnet })).body.subnet.id)
  }
  const found = async (query: string) => {
    const { status, body } = await admin.get(`/v2.0/subnets?${query}&fields=id`)
    assert.equal(status, 200, JSON.stringify(body))
    return body.subnets.map(({ id }: { id: string }) => id).toSorted()
  }
  assert.deepEqual(await found('shared=True'), [ids[0]])
  assert.deepEqual(await found('shared=False'), [ids[1]])
  assert.deepEqual(await found('shared=False&shared=True'), ids.toSorted())
  assert.equal((await admin.get('/v2.0/subnets?shared=perhaps')).status, 400)
})

test('a subnet tells whether its network is external, also after the network has changed', async () => {
  await using cloud = await startTestNetwork()
  const { admin } = cloud
  const { body } = await admin.post('/v2.0/networks', { network: { 'router:external': true } })
  const networkId: string = body.network.id
  const subnet = { network_id: networkId, ip_version: 4, cidr: '10.0.0.0/24' }
  const made = (await admin.post('/v2.0/subnets', { subnet })).body.subnet
  assert.equal(made['router:external'], true)
  const found = async (wanted: boolean) =>
    (await admin.get(`/v2.0/subnets?router:external=${wanted}`)).body.subnets.length
  assert.deepEqual([await found(true), await found(false)], [1, 0])
  await admin.put(`/v2.0/networks/${networkId}`, { network: { 'router:external': false } })
  assert.equal((await admin.get(`/v2.0/subnets/${made.id}`)).body.subnet['router:external'], false)
  assert.deepEqual([await found(true), await found(false)], [0, 1])
  const { extension } = (await admin.get('/v2.0/extensions/subnet-external-network')).body
  assert.equal(extension.alias, 'subnet-external-network')
})

test('an invalid CIDR is refused as a filter and in a new subnet', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const { body } = await member.post('/v2.0/networks', { network: {} })
  const subnet = { network_id: body.network.id, ip_version: 4, cidr: 'nothing' }
  for (const refused of [
    await member.get('/v2.0/subnets?cidr=nothing'),
    await member.post('/v2.0/subnets', { subnet }),
  ])
    assert.deepEqual(
      [refused.status, refused.body.NeutronError.message],
      [400, 'Invalid input for operation: nothing is not in a CIDR format.'],
    )
})

test('DHCP cannot be enabled, not even later, on multicast, loopback, 0.0.0.0 or /31 subnets', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const { body } = await member.post('/v2.0/networks', { network: {} })
  const told = (kind: string) => `${kind} is not supported if enable_dhcp is True`
  const cases = [
    [4, '224.0.1.0/24', told('Multicast IP subnet')],
    [6, 'ff02::/64', told('Multicast IP subnet')],
    [4, '127.0.0.0/24', told('Loopback IP subnet')],
    [4, '0.0.0.0/24', told("First IP '0.0.0.0' of network")],
    [4, '10.0.0.0/31', 'Subnet has a prefix length that is incompatible with DHCP service enabled'],
  ] as const
  for (const [ip_version, cidr, reason] of cases) {
    const subnet = { network_id: body.network.id, ip_version, cidr, gateway_ip: null }
    const refused = await member.post('/v2.0/subnets', { subnet })
    const expected = [400, 'InvalidInput', `Invalid input for operation: ${reason}.`]
    const refusal = ({ status, body: { NeutronError: error } }: typeof refused) => [
      ...[status, error?.type, error?.message],
    ]
    assert.deepEqual(refusal(refused), expected)
    const made = await member.post('/v2.0/subnets', { subnet: { ...subnet, enable_dhcp: false } })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const path = `/v2.0/subnets/${made.body.subnet.id}`
    assert.deepEqual(refusal(await member.put(path, { subnet: { enable_dhcp: true } })), expected)
    assert.equal((await member.get(path)).body.subnet.enable_dhcp, false)
  }
})
