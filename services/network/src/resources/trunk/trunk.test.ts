import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HostNetwork, WiredPort } from '@nimbo/network/driver/network-agent-driver'
import {
  type Body,
  type Reply,
  startTestNetwork,
  type TestNetwork,
  willingDriver,
  willingHost,
} from '../../../test/test-network.ts'

const refusal = ({ status, body }: Reply) => [status, body.NeutronError?.type]

const portOf = async ({ member }: TestNetwork, parts: Body = {}): Promise<string> => {
  const { body } = await member.post('/v2.0/networks', { network: {} })
  const port = { network_id: body.network.id, ...parts }
  return (await member.post('/v2.0/ports', { port })).body.port.id
}

const vlan = (port_id: string, segmentation_id: number) => ({
  port_id,
  segmentation_type: 'vlan',
  segmentation_id,
})

test('sub-ports need a VLAN ID of their own and belong to one trunk only', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const [parent, one, two, three] = [
    await portOf(cloud),
    await portOf(cloud),
    await portOf(cloud),
    await portOf(cloud),
  ]
  const made = await member.post('/v2.0/trunks', {
    trunk: { name: 't', port_id: parent, sub_ports: [vlan(one, 7)] },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { trunk } = made.body
  assert.deepEqual([trunk.status, trunk.admin_state_up, trunk.sub_ports], ['DOWN', true, [vlan(one, 7)]])
  const path = `/v2.0/trunks/${trunk.id}`
  const add = async (...sub_ports: Body[]) => member.put(`${path}/add_subports`, { sub_ports })
  const added = await add(vlan(two, 8))
  assert.deepEqual([added.status, added.body.sub_ports.length], [200, 2], JSON.stringify(added.body))
  const { trunk_details } = (await member.get(`/v2.0/ports/${parent}`)).body.port
  assert.deepEqual(
    [trunk_details.trunk_id, trunk_details.sub_ports.map(({ port_id }: Body) => port_id)],
    [trunk.id, [one, two]],
  )
  assert.match(trunk_details.sub_ports[0].mac_address, /^fa:16:3e/)
  assert.deepEqual(refusal(await add(vlan(three, 8))), [409, 'DuplicateSubPort'])
  assert.deepEqual(refusal(await add(vlan(one, 9))), [409, 'TrunkPortInUse'])
  assert.deepEqual(refusal(await add(vlan(parent, 9))), [409, 'ParentPortInUse'])
  assert.deepEqual(refusal(await add(vlan(three, 4095))), [400, 'InvalidInput'])
  assert.deepEqual(refusal(await add({ ...vlan(three, 9), segmentation_type: 'gre' })), [400, 'InvalidInput'])
  assert.deepEqual(refusal(await add({ port_id: three })), [400, 'InvalidInput'])
  assert.deepEqual(refusal(await member.post('/v2.0/trunks', { trunk: { port_id: two } })), [
    409,
    'TrunkPortInUse',
  ])
  assert.deepEqual(refusal(await member.delete(`/v2.0/ports/${one}`)), [409, 'PortInUseAsSubPort'])
  assert.deepEqual(refusal(await member.delete(`/v2.0/ports/${parent}`)), [409, 'PortInUseAsTrunkParent'])

  const removed = await member.put(`${path}/remove_subports`, { sub_ports: [{ port_id: one }] })
  assert.deepEqual(removed.body.sub_ports, [vlan(two, 8)])
  const again = await member.put(`${path}/remove_subports`, { sub_ports: [{ port_id: one }] })
  assert.deepEqual(refusal(again), [404, 'SubPortNotFound'])
  assert.deepEqual((await member.get(`${path}/get_subports`)).body, { sub_ports: [vlan(two, 8)] })
  await member.put(path, { trunk: { admin_state_up: false } })
  assert.deepEqual(refusal(await add(vlan(three, 9))), [409, 'TrunkDisabled'])
  assert.deepEqual(refusal(await member.delete(path)), [409, 'TrunkDisabled'])
  await member.put(path, { trunk: { admin_state_up: true } })
  assert.equal((await member.delete(path)).status, 204)
  for (const id of [one, two, parent]) assert.equal((await member.delete(`/v2.0/ports/${id}`)).status, 204)
})

test('sub-ports are bound with the trunk’s parent port, and ACTIVE on a host that carries trunks', async () => {
  const host = willingHost()
  const wired = new Map<string, WiredPort>()
  const recording: HostNetwork = {
    ...host,
    ports: {
      ...host.ports,
      wirePorts: async (ports) => {
        for (const port of ports) wired.set(port.id, port)
        return host.ports.wirePorts(ports)
      },
      unwirePort: async (id) => {
        for (const known of wired.keys()) if (known.startsWith(id)) wired.delete(known)
      },
    },
  }
  const driver = { ...willingDriver(() => recording), configurations: { carries_trunks: true } }
  await using cloud = await startTestNetwork({ driver })
  const { member, admin, nova } = cloud
  const [parent, one] = [await portOf(cloud), await portOf(cloud)]
  const { id } = (
    await member.post('/v2.0/trunks', { trunk: { port_id: parent, sub_ports: [vlan(one, 7)] } })
  ).body.trunk
  const path = `/v2.0/trunks/${id}`
  const device = { 'binding:host_id': 'host-1', device_id: 'server-1', device_owner: 'compute:nova' }
  assert.equal((await nova.put(`/v2.0/ports/${parent}`, { port: device })).status, 200)
  await cloud.settled()
  assert.equal((await member.get(path)).body.trunk.status, 'ACTIVE')
  const sub = (await admin.get(`/v2.0/ports/${one}`)).body.port
  assert.deepEqual(
    [sub['binding:host_id'], sub.device_owner, sub.status],
    ['host-1', 'trunk:subport', 'ACTIVE'],
  )
  assert.deepEqual(wired.get(one)?.trunk, { device: `tap${parent.slice(0, 11)}`, vlan: 7 })
  assert.equal(wired.get(parent)?.trunk, undefined)
  assert.deepEqual(refusal(await member.delete(path)), [409, 'TrunkInUse'])
  const removed = await member.put(`${path}/remove_subports`, { sub_ports: [{ port_id: one }] })
  assert.equal(removed.status, 200)
  await cloud.settled()
  assert.deepEqual([...wired.keys()], [parent])
  assert.equal((await member.put(`${path}/add_subports`, { sub_ports: [vlan(one, 8)] })).status, 200)
  await cloud.settled()
  assert.equal(wired.get(one)?.trunk?.vlan, 8)
  await nova.put(`/v2.0/ports/${parent}`, { port: { 'binding:host_id': '', device_id: '' } })
  assert.equal((await member.get(path)).body.trunk.status, 'DOWN')
  assert.equal((await admin.get(`/v2.0/ports/${one}`)).body.port['binding:host_id'], '')
  await cloud.settled()
  assert.deepEqual([...wired.keys()], [])
})

test('a trunk stays DOWN on a host that cannot carry trunks', async () => {
  await using cloud = await startTestNetwork()
  const parent = await portOf(cloud)
  const { id } = (await cloud.member.post('/v2.0/trunks', { trunk: { port_id: parent } })).body.trunk
  await cloud.nova.put(`/v2.0/ports/${parent}`, { port: { 'binding:host_id': 'host-1' } })
  assert.equal((await cloud.member.get(`/v2.0/trunks/${id}`)).body.trunk.status, 'DOWN')
})

test('a sub-port with a larger MTU than the parent port, or already in use, is refused', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const small = (await member.post('/v2.0/networks', { network: { mtu: 1000 } })).body.network
  const parent = (await member.post('/v2.0/ports', { port: { network_id: small.id } })).body.port.id
  const trunk = { port_id: parent, sub_ports: [vlan(await portOf(cloud), 7)] }
  assert.deepEqual(refusal(await member.post('/v2.0/trunks', { trunk })), [
    409,
    'SubPortMtuGreaterThanTrunkPortMtu',
  ])
  assert.deepEqual((await member.get('/v2.0/trunks')).body.trunks, [])
  const used = await portOf(cloud, { device_id: 'something' })
  const other = { port_id: await portOf(cloud), sub_ports: [vlan(used, 7)] }
  assert.deepEqual(refusal(await member.post('/v2.0/trunks', { trunk: other })), [409, 'PortInUse'])
})
