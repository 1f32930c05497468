import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchSpans } from '@nimbo/trace/span-moments'
import { type Reply, startTestNetwork } from '../../../test/test-network.ts'

const refusal = ({ status, body }: Reply) => [status, body.NeutronError?.type]

test('revisions start at 1, and creating, changing or deleting a subnet raises that of its network', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const { body } = await member.post('/v2.0/networks', { network: {} })
  const { id } = body.network
  const revision = async () => (await member.get(`/v2.0/networks/${id}`)).body.network.revision_number
  assert.deepEqual([body.network.revision_number, await revision()], [1, 1])
  const subnet = { network_id: id, ip_version: 4, cidr: '10.0.0.0/24' }
  const made = await member.post('/v2.0/subnets', { subnet })
  assert.deepEqual([made.body.subnet.revision_number, await revision()], [1, 2])
  const path = `/v2.0/subnets/${made.body.subnet.id}`
  await member.put(path, { subnet: { name: 'x' } })
  assert.equal(await revision(), 3)
  await member.delete(path)
  assert.equal(await revision(), 4)
})

test('If-Match with a revision that never existed answers 412, and a malformed one 400', async () => {
  await using cloud = await startTestNetwork()
  const { body } = await cloud.member.post('/v2.0/networks', { network: {} })
  const path = `/v2.0/networks/${body.network.id}`
  const rename = (constraint: string) =>
    cloud.member.put(path, { network: { name: 'x' } }, { 'if-match': constraint })
  assert.deepEqual(refusal(await rename('revision_number=-1')), [412, 'RevisionNumberConstraintFailed'])
  assert.deepEqual(refusal(await rename('revision_number=one')), [400, 'HTTPBadRequest'])
  assert.equal((await rename('revision_number=1')).status, 200)
})

test('of two changes at once that both name the current revision, one is made and the other answers 412', async () => {
  await using cloud = await startTestNetwork()
  const { body } = await cloud.member.post('/v2.0/networks', { network: {} })
  const { id, revision_number } = body.network
  const rename = (name: string) =>
    cloud.member.put(
      `/v2.0/networks/${id}`,
      { network: { name } },
      { 'if-match': `revision_number=${revision_number}` },
    )
  let quicker: ReturnType<typeof rename> | undefined
  // The policy is enforced after the network is found and before it is changed.
  const unwatch = watchSpans(
    () => {},
    ({ name, hold }) => {
      if (name !== 'enforce-policy' || quicker) return
      quicker = rename('quicker')
      hold(quicker)
    },
  )
  const slower = await rename('slower').finally(unwatch)
  assert.deepEqual(refusal(slower), [412, 'RevisionNumberConstraintFailed'])
  assert.equal((await quicker)?.status, 200)
  const { body: after } = await cloud.member.get(`/v2.0/networks/${id}`)
  assert.equal(after.network.name, 'quicker')
})

test('a network on a physical network that is not configured is refused', async () => {
  await using cloud = await startTestNetwork({
    config: (defaults) => ({
      ...defaults,
      ml2_type_vlan: { network_vlan_ranges: ['physnet1:100:199'] },
      ml2_type_flat: { flat_networks: ['physnet1'] },
    }),
  })
  const ask = (type: string, physical: string, segment?: number) =>
    cloud.admin.post('/v2.0/networks', {
      network: {
        'provider:network_type': type,
        'provider:physical_network': physical,
        ...(segment === undefined ? {} : { 'provider:segmentation_id': segment }),
      },
    })
  const unknown = (type: string) => ({
    type: 'InvalidInput',
    message: `Invalid input for operation: physical_network 'nowhere' unknown for ${type} provider network.`,
    detail: '',
  })
  for (const [type, segment] of [['vlan'], ['vlan', 7], ['flat']] as const) {
    const { status, body } = await ask(type, 'nowhere', segment)
    assert.deepEqual([status, body.NeutronError], [400, unknown(type === 'vlan' ? 'VLAN' : type)])
  }
  for (const [type, segment] of [['vlan'], ['vlan', 7], ['flat']] as const)
    assert.equal((await ask(type, 'physnet1', segment)).status, 201, type)
})

test('names like __proto__ are unknown attributes, filters and sort keys', async () => {
  await using cloud = await startTestNetwork()
  for (const name of ['__proto__', 'constructor', 'toString']) {
    const made = await cloud.member.post('/v2.0/networks', JSON.parse(`{"network": {"${name}": {}}}`))
    assert.deepEqual(refusal(made), [400, 'HTTPBadRequest'], name)
    assert.deepEqual(refusal(await cloud.member.get(`/v2.0/networks?${name}=x`)), [400, 'HTTPBadRequest'])
    assert.deepEqual(refusal(await cloud.member.get(`/v2.0/networks?sort_key=${name}&sort_dir=asc`)), [
      400,
      'HTTPBadRequest',
    ])
  }
  assert.deepEqual((await cloud.member.get('/v2.0/networks?fields=toString')).body.networks, [])
  assert.deepEqual((await cloud.member.get('/v2.0/networks?name=%00')).body.networks, [])
  assert.deepEqual((await cloud.member.get('/v2.0/networks?mtu=99999999999')).body.networks, [])
})

test('a network shows dns_domain and l2_adjacency, of which only the domain can be changed', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const made = await member.post('/v2.0/networks', { network: { dns_domain: 'Example.org.' } })
  const { network } = made.body
  assert.deepEqual([network.dns_domain, network.l2_adjacency], ['example.org.', true])
  assert.deepEqual(
    [network.qos_policy_id, network.ipv4_address_scope, network.ipv6_address_scope],
    [null, null, null],
  )
  const path = `/v2.0/networks/${network.id}`
  assert.equal((await member.put(path, { network: { dns_domain: '' } })).body.network.dns_domain, '')
  assert.equal((await member.put(path, { network: { dns_domain: '..' } })).status, 400)
  assert.equal((await member.put(path, { network: { l2_adjacency: false } })).status, 400)
})
