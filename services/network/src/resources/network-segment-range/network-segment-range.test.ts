import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Body, type Reply, startTestNetwork, type TestNetwork } from '../../../test/test-network.ts'

const refusal = ({ status, body }: Reply) => [status, body.NeutronError?.type]
const path = '/v2.0/network_segment_ranges'

const make = ({ admin }: TestNetwork, parts: Body): Promise<Reply> =>
  admin.post(path, {
    network_segment_range: { name: 'r', network_type: 'vxlan', minimum: 70_000, maximum: 70_001, ...parts },
  })

const numberOf = async ({ admin }: TestNetwork, project_id: string): Promise<number> =>
  (await admin.post('/v2.0/networks', { network: { project_id } })).body.network['provider:segmentation_id']

test('networks of a project get segmentation IDs from its own ranges first, then from the default ones', async () => {
  await using cloud = await startTestNetwork({
    config: (defaults) => ({
      ...defaults,
      ml2_type_vxlan: { vni_ranges: ['100:199'] },
      ml2_type_vlan: { network_vlan_ranges: ['physnet1:10:11'] },
    }),
  })
  const { admin } = cloud
  const listed = (await admin.get(path)).body.network_segment_ranges
  assert.deepEqual(
    listed
      .map(({ network_type, physical_network, minimum, maximum, default: isDefault, project_id }: Body) => [
        ...[network_type, physical_network, minimum, maximum, isDefault, project_id],
      ])
      .toSorted(),
    [
      ['vlan', 'physnet1', 10, 11, true, null],
      ['vxlan', null, 100, 199, true, null],
    ],
  )
  const own = await make(cloud, { shared: false, project_id: 'alpha' })
  assert.equal(own.status, 201, JSON.stringify(own.body))
  const range = own.body.network_segment_range
  assert.deepEqual([range.project_id, range.available], ['alpha', [70_000, 70_001]])
  assert.deepEqual([await numberOf(cloud, 'alpha'), await numberOf(cloud, 'beta')], [70_000, 100])
  const shown = (await admin.get(`${path}/${range.id}`)).body.network_segment_range
  assert.deepEqual([shown.used, shown.available], [{ 70000: 'alpha' }, [70_001]])
  assert.deepEqual([await numberOf(cloud, 'alpha'), await numberOf(cloud, 'alpha')], [70_001, 101])
  for (const refused of [
    await admin.delete(`${path}/${range.id}`),
    await admin.put(`${path}/${range.id}`, { network_segment_range: { minimum: 70_001 } }),
  ])
    assert.deepEqual(refusal(refused), [409, 'NetworkSegmentRangeReferencedByProject'])
  const wider = await admin.put(`${path}/${range.id}`, { network_segment_range: { maximum: 70_005 } })
  assert.equal(wider.body.network_segment_range.maximum, 70_005)
  for (const { id } of listed)
    assert.deepEqual(refusal(await admin.delete(`${path}/${id}`)), [
      400,
      'NetworkSegmentRangeDefaultReadOnly',
    ])
})

test('overlapping or invalid segment ranges, and unsupported network types, are refused', async () => {
  await using cloud = await startTestNetwork()
  assert.equal((await make(cloud, {})).status, 201)
  const ask = async (parts: Body) => refusal(await make(cloud, parts))
  assert.deepEqual(await ask({ minimum: 70_001, maximum: 70_009 }), [409, 'NetworkSegmentRangeOverlaps'])
  assert.deepEqual(await ask({ minimum: 9, maximum: 8 }), [400, 'InvalidInput'])
  assert.deepEqual(await ask({ network_type: 'gre' }), [400, 'NetworkSegmentRangeNetTypeNotSupported'])
  assert.deepEqual(await ask({ network_type: 'vlan', minimum: 1, maximum: 4095 }), [400, 'InvalidInput'])
  assert.equal((await cloud.member.get(path)).body.network_segment_ranges.length, 0)
})

test('a network created as soon as the service answers gets a segmentation ID', async () => {
  let made: Reply | undefined
  await using cloud = await startTestNetwork({
    early: async (member) => {
      made = await member.post('/v2.0/networks', { network: {} })
    },
  })
  assert.equal(made?.status, 201, JSON.stringify(made?.body))
  const { network } = (await cloud.admin.get(`/v2.0/networks/${made.body.network.id}`)).body
  assert.ok(network['provider:segmentation_id'] > 0)
})
