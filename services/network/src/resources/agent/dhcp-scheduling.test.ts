import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Body, type Reply, startTestNetwork } from '../../../test/test-network.ts'

const refusal = ({ status, body }: Reply) => [status, body.NeutronError?.type]

test('administrators add networks to DHCP agents and remove them', async () => {
  await using cloud = await startTestNetwork({ hosts: ['host-1', 'host-2'] })
  const { admin, member } = cloud
  const network_id = (await member.post('/v2.0/networks', { network: {} })).body.network.id
  await member.post('/v2.0/subnets', { subnet: { network_id, ip_version: 4, cidr: '10.0.0.0/24' } })
  const serving = async () =>
    (await admin.get(`/v2.0/networks/${network_id}/dhcp-agents`)).body.agents.map(({ host }: Body) => host)
  const agents = (await admin.get('/v2.0/agents?agent_type=DHCP%20agent')).body.agents
  const agentOn = (host: string) => agents.find((agent: Body) => agent.host === host).id
  const [first] = await serving()
  const other = first === 'host-1' ? 'host-2' : 'host-1'
  const path = (host: string) => `/v2.0/agents/${agentOn(host)}/dhcp-networks`

  assert.equal((await admin.post(path(other), { network_id })).status, 201)
  assert.deepEqual((await serving()).toSorted(), ['host-1', 'host-2'])
  const served = (await admin.get(`/v2.0/ports?network_id=${network_id}&device_owner=network:dhcp`)).body
    .ports
  assert.equal(served.length, 2)
  assert.deepEqual(refusal(await admin.post(path(other), { network_id })), [409, 'NetworkHostedByDHCPAgent'])
  assert.equal((await admin.delete(`${path(String(first))}/${network_id}`)).status, 204)
  assert.deepEqual(await serving(), [other])
  assert.deepEqual(refusal(await admin.delete(`${path(String(first))}/${network_id}`)), [
    409,
    'NetworkNotHostedByDhcpAgent',
  ])
  assert.deepEqual(
    (await admin.get(path(other))).body.networks.map(({ id }: Body) => id),
    [network_id],
  )
  const wiring = (await admin.get('/v2.0/agents?agent_type=Test%20agent')).body.agents[0].id
  assert.deepEqual(refusal(await admin.post(`/v2.0/agents/${wiring}/dhcp-networks`, { network_id })), [
    404,
    'InvalidDHCPAgent',
  ])
  assert.equal((await member.get(`/v2.0/networks/${network_id}/dhcp-agents`)).status, 403)
})

test('a network without subnets can be added to a DHCP agent, which serves it once it has one', async () => {
  await using cloud = await startTestNetwork({ hosts: ['host-1', 'host-2'] })
  const { admin, member } = cloud
  const network_id = (await member.post('/v2.0/networks', { network: {} })).body.network.id
  const agents = (await admin.get('/v2.0/agents?agent_type=DHCP%20agent')).body.agents
  const { id } = agents.find(({ host }: Body) => host === 'host-2')
  assert.equal((await admin.post(`/v2.0/agents/${id}/dhcp-networks`, { network_id })).status, 201)
  const given = async () =>
    (await admin.get(`/v2.0/agents/${id}/dhcp-networks`)).body.networks.map((each: Body) => each.id)
  assert.deepEqual(await given(), [network_id])
  await member.post('/v2.0/subnets', { subnet: { network_id, ip_version: 4, cidr: '10.0.0.0/24' } })
  await cloud.settled()
  assert.deepEqual(await given(), [network_id])
  const owned = `/v2.0/ports?network_id=${network_id}&device_owner=network:dhcp`
  const [port, ...others] = (await admin.get(owned)).body.ports
  assert.deepEqual([port['binding:host_id'], others], ['host-2', []])
})
