import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Reply, startTestNetwork } from '../../../test/test-network.ts'

const refusal = ({ status, body }: Reply) => [status, body.NeutronError?.message]

const startVlans = () =>
  startTestNetwork({
    config: (defaults) => ({ ...defaults, ml2_type_vlan: { network_vlan_ranges: ['physnet1:100:199'] } }),
  })

type Cloud = Awaited<ReturnType<typeof startVlans>>

const createVlan = async ({ admin }: Cloud, segment?: number) => {
  const { status, body } = await admin.post('/v2.0/networks', {
    network: {
      'provider:network_type': 'vlan',
      'provider:physical_network': 'physnet1',
      ...(segment === undefined ? {} : { 'provider:segmentation_id': segment }),
    },
  })
  assert.equal(status, 201, JSON.stringify(body))
  return body.network
}

const change = ({ admin }: Cloud, id: string, network: object) =>
  admin.put(`/v2.0/networks/${id}`, { network })

test('an administrator gives a VLAN network another segmentation id, and others can have the previous one', async () => {
  await using cloud = await startVlans()
  const { id } = await createVlan(cloud, 120)
  const { status, body } = await change(cloud, id, {
    'provider:network_type': 'vlan',
    'provider:physical_network': 'physnet1',
    'provider:segmentation_id': 121,
  })
  assert.deepEqual([status, body.network?.['provider:segmentation_id']], [200, 121], JSON.stringify(body))
  assert.equal((await change(cloud, id, { 'provider:segmentation_id': 121, name: 'x' })).status, 200)
  const { segments } = (await cloud.admin.get(`/v2.0/segments?network_id=${id}`)).body
  assert.deepEqual(
    segments.map(({ segmentation_id }: { readonly segmentation_id: number }) => segmentation_id),
    [121],
  )
  const other = await createVlan(cloud, 120)
  const taken = await change(cloud, other.id, { 'provider:segmentation_id': 121 })
  assert.deepEqual([taken.status, taken.body.NeutronError.type], [409, 'VlanIdInUse'])
  const member = await cloud.member.post('/v2.0/networks', { network: {} })
  const path = `/v2.0/networks/${member.body.network.id}`
  assert.equal((await cloud.member.put(path, { network: { 'provider:segmentation_id': 9 } })).status, 403)
})

test('no other provider attribute changes, nor the segmentation id where something depends on it', async () => {
  await using cloud = await startVlans()
  const { admin } = cloud
  const { id } = await createVlan(cloud, 120)
  const renumber = { 'provider:segmentation_id': 121 }
  for (const asked of [{ 'provider:network_type': 'flat' }, { 'provider:physical_network': 'physnet2' }])
    assert.deepEqual(refusal(await change(cloud, id, asked)), [
      400,
      'Invalid input for operation: Plugin does not support updating the following provider network attributes: provider:physical_network, provider:network_type.',
    ])
  const vxlan = await admin.post('/v2.0/networks', { network: { 'provider:network_type': 'vxlan' } })
  assert.deepEqual(refusal(await change(cloud, vxlan.body.network.id, renumber)), [
    400,
    'Invalid input for operation: Only VLAN type networks can be updated.',
  ])
  assert.equal((await change(cloud, id, { 'provider:segmentation_id': 4095 })).status, 400)
  const port = { network_id: id, 'binding:host_id': 'host-1' }
  const bound = await admin.post('/v2.0/ports', { port: { ...port, device_owner: 'compute:nova' } })
  assert.equal(bound.body.port['binding:vif_type'], 'bridge', JSON.stringify(bound.body))
  assert.match(String(refusal(await change(cloud, id, renumber))[1]), /cannot be updated if any port/)
  assert.equal((await admin.delete(`/v2.0/ports/${bound.body.port.id}`)).status, 204)
  const segment = { network_id: id, network_type: 'vxlan' }
  const second = await admin.post('/v2.0/segments', { segment })
  assert.match(String(refusal(await change(cloud, id, renumber))[1]), /with a single segment/)
  assert.equal((await admin.delete(`/v2.0/segments/${second.body.segment.id}`)).status, 204)
  assert.equal((await change(cloud, id, renumber)).status, 200)
})
