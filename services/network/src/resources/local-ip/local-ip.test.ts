import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkPlugin } from '@nimbo/contracts/network/agent-rpc'
import { internalContext } from '@nimbo/kernel/context'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import { type Body, type Client, type Reply, startTestNetwork } from '../../../test/test-network.ts'

const refusal = ({ status, body }: Reply) => [status, body.NeutronError?.type]

const made = async (client: Client, path: string, body: Body): Promise<Body> => {
  const reply = await client.post(`/v2.0/${path}`, body)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return Object.values(reply.body)[0]
}

const world = async (member: Client): Promise<Body> => {
  const network = await made(member, 'networks', { network: {} })
  const subnet = {
    ...{ network_id: network.id, ip_version: 4, cidr: '10.0.0.0/24', enable_dhcp: false },
    // A pool without the addresses that tests ask for, so that no random address is one of them.
    allocation_pools: [{ start: '10.0.0.20', end: '10.0.0.60' }],
  }
  await made(member, 'subnets', { subnet })
  return network
}

test('local IPs and their port associations are created, shown and deleted, and refused if invalid', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const network = await world(member)
  const create = (local_ip: Body) => member.post('/v2.0/local_ips', { local_ip })

  assert.deepEqual(refusal(await create({})), [400, 'LocalIPPortOrNetworkRequired'])
  const at = [{ ip_address: '10.0.0.7' }]
  const fixed = await made(member, 'ports', { port: { network_id: network.id, fixed_ips: at } })
  assert.deepEqual(refusal(await create({ local_port_id: fixed.id, local_ip_address: '10.0.0.250' })), [
    400,
    'LocalIPRequestedIPNotFound',
  ])
  const bare = await made(member, 'ports', { port: { network_id: network.id, fixed_ips: [] } })
  assert.deepEqual(refusal(await create({ local_port_id: bare.id })), [400, 'LocalIPNoIP'])
  const { local_ip: local } = (await create({ network_id: network.id, local_ip_address: '10.0.0.99' })).body
  assert.deepEqual(
    [local.local_ip_address, local.ip_mode, local.network_id],
    ['10.0.0.99', 'translate', network.id],
  )
  assert.deepEqual(refusal(await member.delete(`/v2.0/ports/${local.local_port_id}`)), [
    409,
    'ServicePortInUse',
  ])

  const below = `/v2.0/local_ips/${local.id}/port_associations`
  const associate = (port_association: Body) => member.post(below, { port_association })
  assert.deepEqual(refusal(await associate({ fixed_port_id: bare.id })), [400, 'LocalIPNoIP'])
  assert.deepEqual(refusal(await associate({ fixed_port_id: fixed.id, fixed_ip: '10.0.0.251' })), [
    400,
    'LocalIPRequestedIPNotFound',
  ])
  const associated = await associate({ fixed_port_id: fixed.id })
  const expected = {
    ...{ local_ip_id: local.id, local_ip_address: '10.0.0.99', fixed_port_id: fixed.id },
    ...{ fixed_ip: fixed.fixed_ips[0].ip_address, host: '' },
  }
  assert.deepEqual([associated.status, associated.body.port_association], [201, expected])
  assert.deepEqual(refusal(await associate({ fixed_port_id: fixed.id })), [400, 'BadRequest'])
  assert.deepEqual((await member.get(`${below}/${fixed.id}`)).body.port_association, expected)
  assert.deepEqual((await member.get(below)).body.port_associations, [expected])
  assert.deepEqual(refusal(await member.get(`${below}/${bare.id}`)), [404, 'LocalIPAssociationNotFound'])
  assert.deepEqual(refusal(await member.delete(`/v2.0/local_ips/${local.id}`)), [409, 'LocalIPInUse'])

  const stranger = cloud.as('beta', 'member', 'reader')
  assert.equal((await stranger.get(below)).status, 404)
  assert.equal((await stranger.get(`/v2.0/local_ips/${local.id}`)).status, 404)
  const renamed = await member.put(`/v2.0/local_ips/${local.id}`, { local_ip: { name: 'cache' } })
  assert.deepEqual([renamed.status, renamed.body.local_ip.name], [200, 'cache'])

  assert.equal((await member.delete(`${below}/${fixed.id}`)).status, 204)
  assert.deepEqual(refusal(await member.delete(`${below}/${fixed.id}`)), [404, 'LocalIPAssociationNotFound'])
  await associate({ fixed_port_id: fixed.id })
  assert.equal((await member.delete(`/v2.0/ports/${fixed.id}`)).status, 204)
  assert.deepEqual(
    (await member.get(below)).body.port_associations,
    [],
    'the association is deleted with its port',
  )
  assert.equal((await member.delete(`/v2.0/local_ips/${local.id}`)).status, 204)
  assert.equal((await member.get(`/v2.0/ports/${local.local_port_id}`)).status, 404)
})

test('only the other ports on the host of the associated port are wired to reach it by the local IP', async () => {
  await using cloud = await startTestNetwork({ hosts: ['host-1', 'host-2'] })
  const { admin } = cloud
  const network = await world(admin)
  const onHost = (host: string): Promise<Body> =>
    made(admin, 'ports', {
      port: { network_id: network.id, 'binding:host_id': host, device_owner: 'compute:nova' },
    })
  const [fixed, near, far] = [await onHost('host-1'), await onHost('host-1'), await onHost('host-2')]
  const plugin = rpcClient(cloud.bus, networkPlugin).on()
  const wired = async (host: string, { id }: Body) =>
    (await plugin.portsOf(internalContext(), { host, portIds: [id] })).ports.map(
      ({ localIps = [] }) => localIps,
    )
  const asked = { network_id: network.id, local_ip_address: '10.0.0.99' }
  const local = await made(admin, 'local_ips', { local_ip: asked })
  const below = `/v2.0/local_ips/${local.id}/port_associations`
  assert.equal((await admin.post(below, { port_association: { fixed_port_id: fixed.id } })).status, 201)
  const expected = {
    ...{ address: '10.0.0.99', fixedAddress: fixed.fixed_ips[0].ip_address },
    ...{ fixedMac: fixed.mac_address, translated: true },
  }
  assert.deepEqual(await wired('host-1', near), [[expected]])
  assert.deepEqual(await wired('host-1', fixed), [[]])
  assert.deepEqual(await wired('host-2', far), [[]])
  await admin.put(`/v2.0/ports/${fixed.id}`, { port: { 'binding:host_id': 'host-2' } })
  assert.deepEqual(await wired('host-1', near), [[]])
  assert.deepEqual(await wired('host-2', far), [[expected]], 'the local IP follows its port to another host')
  assert.equal((await admin.delete(`${below}/${fixed.id}`)).status, 204)
  assert.deepEqual(await wired('host-2', far), [[]])
})
