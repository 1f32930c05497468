import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkPlugin } from '@nimbo/contracts/network/agent-rpc'
import { internalContext } from '@nimbo/kernel/context'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import {
  type Body,
  type Client,
  type Reply,
  startTestNetwork,
  willingDriver,
} from '../../../test/test-network.ts'
import { isOn } from './segment-of-host.ts'

const refusal = ({ status, body }: Reply) => [status, body.NeutronError?.type]

const made = async (client: Client, path: string, body: Body): Promise<Body> => {
  const reply = await client.post(`/v2.0/${path}`, body)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return Object.values(reply.body)[0]
}

const flat = (physical: string) => ({
  'provider:network_type': 'flat',
  'provider:physical_network': physical,
})

test('administrators add segments to a network, change them and delete them', async () => {
  await using cloud = await startTestNetwork()
  const { admin, member } = cloud
  const network = await made(admin, 'networks', { network: flat('left') })
  const path = '/v2.0/segments'
  const [first, ...none] = (await admin.get(`${path}?network_id=${network.id}`)).body.segments
  assert.deepEqual(none, [])
  assert.deepEqual(
    [first.network_type, first.physical_network, first.segmentation_id],
    ['flat', 'left', null],
  )
  const create = (segment: Body) => admin.post(path, { segment: { network_id: network.id, ...segment } })
  const second = (await create({ network_type: 'flat', physical_network: 'right', name: 'right' })).body
    .segment
  assert.deepEqual([second.name, second.physical_network, second.revision_number], ['right', 'right', 1])
  assert.deepEqual(refusal(await create({ network_type: 'flat', physical_network: 'left' })), [
    409,
    'FlatNetworkInUse',
  ])
  assert.deepEqual(refusal(await admin.post('/v2.0/networks', { network: flat('right') })), [
    409,
    'FlatNetworkInUse',
  ])
  const numbered = (await create({ network_type: 'vxlan' })).body.segment
  const other = await made(admin, 'networks', { network: {} })
  assert.notEqual(other['provider:segmentation_id'], numbered.segmentation_id)
  assert.deepEqual(
    refusal(await create({ network_type: 'vxlan', segmentation_id: numbered.segmentation_id })),
    [409, 'TunnelIdInUse'],
  )
  const renamed = await admin.put(`${path}/${second.id}`, { segment: { name: 'east', description: 'wall' } })
  assert.deepEqual([renamed.status, renamed.body.segment.name], [200, 'east'])
  assert.equal((await admin.put(`${path}/${second.id}/tags/blue`, {})).status, 201)
  assert.deepEqual((await admin.get(`${path}/${second.id}`)).body.segment.tags, ['blue'])

  assert.deepEqual((await member.get(path)).body.segments, [])
  assert.equal((await member.get(`${path}/${first.id}`)).status, 404)
  assert.equal(
    (await member.post(path, { segment: { network_id: network.id, network_type: 'vxlan' } })).status,
    403,
  )
  assert.deepEqual(refusal(await admin.delete(`${path}/${first.id}`)), [409, 'SegmentInUse'])
  assert.equal((await admin.delete(`${path}/${second.id}`)).status, 204)
  assert.deepEqual(refusal(await admin.get(`${path}/${second.id}`)), [404, 'SegmentNotFound'])
  assert.equal((await admin.delete(`/v2.0/networks/${network.id}`)).status, 204)
  assert.equal((await admin.get(`${path}/${numbered.id}`)).status, 404, 'its segments are deleted with it')
})

test('subnets of a routed network name segments, and ports get addresses of their host’s segment', async () => {
  const driver = { ...willingDriver(), configurations: { interface_mappings: { right: 'eth1' } } }
  await using cloud = await startTestNetwork({ driver })
  const { admin } = cloud
  const network = await made(admin, 'networks', { network: flat('left') })
  assert.equal(network.l2_adjacency, true)
  const [left] = (await admin.get(`/v2.0/segments?network_id=${network.id}`)).body.segments
  const right = await made(admin, 'segments', {
    segment: { network_id: network.id, network_type: 'flat', physical_network: 'right' },
  })
  const elsewhere = await made(admin, 'networks', { network: {} })
  const [foreign] = (await admin.get(`/v2.0/segments?network_id=${elsewhere.id}`)).body.segments
  const subnet = (cidr: string, segment_id: string | null) =>
    admin.post('/v2.0/subnets', {
      subnet: { network_id: network.id, ip_version: 4, cidr, enable_dhcp: false, segment_id },
    })
  assert.deepEqual(refusal(await subnet('10.1.0.0/24', foreign.id)), [400, 'NetworkIdsDontMatch'])
  const onLeft = (await subnet('10.1.0.0/24', left.id)).body.subnet
  assert.equal(onLeft.segment_id, left.id)
  assert.deepEqual(refusal(await subnet('10.2.0.0/24', null)), [400, 'SubnetsNotAllAssociatedWithSegments'])
  const onRight = (await subnet('10.2.0.0/24', right.id)).body.subnet
  assert.equal((await admin.get(`/v2.0/networks/${network.id}`)).body.network.l2_adjacency, false)
  assert.deepEqual(
    refusal(await admin.put(`/v2.0/subnets/${onRight.id}`, { subnet: { segment_id: left.id } })),
    [400, 'SubnetSegmentAssociationChangeNotAllowed'],
  )
  assert.deepEqual(refusal(await admin.delete(`/v2.0/segments/${right.id}`)), [409, 'SegmentInUse'])

  const later = await made(admin, 'ports', { port: { network_id: network.id } })
  assert.deepEqual([later.ip_allocation, later.fixed_ips], ['deferred', []])
  const bind = (id: string) => admin.put(`/v2.0/ports/${id}`, { port: { 'binding:host_id': 'host-1' } })
  const bound = (await bind(later.id)).body.port
  assert.deepEqual(
    [bound.ip_allocation, bound.fixed_ips.map(({ subnet_id }: Body) => subnet_id)],
    ['immediate', [onRight.id]],
  )
  const atOnce = await made(admin, 'ports', {
    port: { network_id: network.id, 'binding:host_id': 'host-1' },
  })
  assert.equal(atOnce.fixed_ips[0].subnet_id, onRight.id)
  const stranded = await made(admin, 'ports', {
    port: { network_id: network.id, fixed_ips: [{ subnet_id: onLeft.id }] },
  })
  assert.deepEqual(refusal(await bind(stranded.id)), [409, 'HostNotCompatibleWithFixedIps'])
  const plugin = rpcClient(cloud.bus, networkPlugin).on()
  const { ports } = await plugin.portsOf(internalContext(), { host: 'host-1', portIds: [atOnce.id] })
  assert.deepEqual(
    ports.map((each) => each.network.physicalNetwork),
    ['right'],
    'the host wires the port to that segment',
  )
})

test('a host is on the segments that its agent’s configurations name', () => {
  const wire = (
    network_type: 'local' | 'flat' | 'vlan' | 'vxlan',
    physical_network: string | null = null,
  ) => ({
    network_type,
    physical_network,
  })
  assert.ok(isOn({}, wire('local')))
  assert.ok(isOn({ bridge_mappings: { one: 'br' } }, wire('vlan', 'one')))
  assert.ok(!isOn({ interface_mappings: { one: 'eth0' } }, wire('flat', 'two')))
  assert.ok(isOn({ tunnel_types: ['vxlan'] }, wire('vxlan')))
  assert.ok(!isOn({}, wire('vxlan')))
})

test('a segment’s name can be set, changed and cleared, and is null without one', async () => {
  await using cloud = await startTestNetwork()
  const { admin } = cloud
  const { network } = (await admin.post('/v2.0/networks', { network: {} })).body
  const { segments } = (await admin.get(`/v2.0/segments?network_id=${network.id}`)).body
  assert.equal(segments[0].name, null)
  const path = `/v2.0/segments/${segments[0].id}`
  for (const name of ['east', null, 'west', '']) {
    const changed = await admin.put(path, { segment: { name } })
    assert.deepEqual([changed.status, changed.body.segment.name], [200, name || null])
    assert.equal((await admin.get(path)).body.segment.name, name || null)
  }
  assert.equal((await admin.put(path, { segment: { name: 7 } })).status, 400)
})
