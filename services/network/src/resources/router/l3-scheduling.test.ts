import assert from 'node:assert/strict'
import { test } from 'node:test'
import { l3Agent, l3Plugin } from '@nimbo/contracts/network/l3-rpc'
import { internalContext } from '@nimbo/kernel/context'
import { silentLog } from '@nimbo/kernel/log'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import { serveRpc } from '@nimbo/rpc/serve-rpc'
import { type Body, type Reply, startTestNetwork, type TestNetwork } from '../../../test/test-network.ts'

const refusal = ({ status, body }: Reply) => [status, body.NeutronError?.type]

/** A fake L3 agent on a host; `told` are the IDs of the routers that the server notified it of, in order. */
const agentOn = async ({ bus }: TestNetwork, host: string) => {
  const told: string[] = []
  const served = await serveRpc(
    bus,
    l3Agent,
    { server: host, log: silentLog },
    {
      routersChanged: async (_ctx, { routerIds }) => void told.push(...routerIds),
      inventory: async () => ({ routers: [] }),
      resync: async () => {},
    },
  )
  const plugin = rpcClient(bus, l3Plugin).on()
  await plugin.reportState(internalContext(), {
    host,
    agentType: 'L3 agent',
    binary: 'neutron-l3-agent',
    topic: 'l3_agent',
    availabilityZone: 'nova',
    vifType: '',
    configurations: {},
    startedAt: '2026-01-01T00:00:00.000Z',
  })
  return { told, plugin, close: () => served.close() }
}

const joined = async ({ member }: TestNetwork, cidr: string): Promise<{ router: Body; subnet: Body }> => {
  const network_id = (await member.post('/v2.0/networks', { network: {} })).body.network.id
  const { subnet } = (await member.post('/v2.0/subnets', { subnet: { network_id, cidr, ip_version: 4 } }))
    .body
  const { router } = (await member.post('/v2.0/routers', { router: {} })).body
  await member.put(`/v2.0/routers/${router.id}/add_router_interface`, { subnet_id: subnet.id })
  return { router, subnet }
}

test('a router is scheduled to the least loaded L3 agent, and administrators move it to another', async () => {
  await using cloud = await startTestNetwork({ hosts: ['host-1', 'host-2'] })
  const { admin, member } = cloud
  const agents = [await agentOn(cloud, 'host-1'), await agentOn(cloud, 'host-2')]
  const listed = await admin.get('/v2.0/agents?agent_type=L3%20agent')
  const [one, two] = listed.body.agents.toSorted((a: Body, b: Body) => a.host.localeCompare(b.host))
  assert.deepEqual([one.binary, one.alive], ['neutron-l3-agent', true])

  const first = await joined(cloud, '10.0.0.0/24')
  const second = await joined(cloud, '10.0.1.0/24')
  const ofAgent = (agent: Body) => admin.get(`/v2.0/agents/${agent.id}/l3-routers`)
  const ids = async (agent: Body) => (await ofAgent(agent)).body.routers.map(({ id }: Body) => id)
  assert.deepEqual([await ids(one), await ids(two)], [[first.router.id], [second.router.id]])
  const [port] = (await admin.get(`/v2.0/ports?device_id=${first.router.id}`)).body.ports
  assert.equal(port['binding:host_id'], 'host-1')
  await cloud.settled()
  assert.ok(agents[0]?.told.includes(first.router.id))
  const running = await agents[0]?.plugin.routers(internalContext(), { host: 'host-1' })
  assert.deepEqual(
    running?.routers.map(({ id, interfaces }) => [id, interfaces.map(({ addresses }) => addresses)]),
    [[first.router.id, [['10.0.0.1/24']]]],
  )

  const path = `/v2.0/agents/${one.id}/l3-routers`
  const router_id = first.router.id
  assert.deepEqual(refusal(await admin.post(`/v2.0/agents/${two.id}/l3-routers`, { router_id })), [
    409,
    'RouterHostedByL3Agent',
  ])
  assert.equal((await admin.delete(`${path}/${router_id}`)).status, 204)
  assert.deepEqual(refusal(await admin.delete(`${path}/${router_id}`)), [409, 'RouterNotHostedByL3Agent'])
  assert.equal((await admin.post(`/v2.0/agents/${two.id}/l3-routers`, { router_id })).status, 201)
  const hosts = await admin.get(`/v2.0/routers/${router_id}/l3-agents`)
  assert.deepEqual(
    hosts.body.agents.map(({ host }: Body) => host),
    ['host-2'],
  )
  assert.deepEqual((await admin.get(`/v2.0/ports/${port.id}`)).body.port['binding:host_id'], 'host-2')
  await cloud.settled()
  assert.equal(agents[0]?.told.at(-1), router_id)
  assert.equal(agents[1]?.told.at(-1), router_id)

  const [wiring] = (await admin.get('/v2.0/agents?agent_type=Test%20agent')).body.agents
  assert.deepEqual(refusal(await admin.get(`/v2.0/agents/${wiring.id}/l3-routers`)), [404, 'InvalidL3Agent'])
  assert.equal((await member.get(`/v2.0/agents/${one.id}/l3-routers`)).status, 404)
  for (const agent of agents) await agent.close()
})

test('a floating IP is down while no agent runs its router', async () => {
  await using cloud = await startTestNetwork({ routed: true })
  const { admin } = cloud
  const outside = (await admin.post('/v2.0/networks', { network: { 'router:external': true } })).body.network
  const subnet = { network_id: outside.id, cidr: '203.0.113.0/24', ip_version: 4, enable_dhcp: false }
  await admin.post('/v2.0/subnets', { subnet })
  const { router, subnet: inner } = await joined(cloud, '10.0.0.0/24')
  const gateway = { router: { external_gateway_info: { network_id: outside.id } } }
  assert.equal((await admin.put(`/v2.0/routers/${router.id}`, gateway)).status, 200)
  const port = { network_id: inner.network_id, project_id: router.project_id }
  const port_id = (await admin.post('/v2.0/ports', { port })).body.port.id
  const wish = { floatingip: { floating_network_id: outside.id, port_id } }
  const { id } = (await admin.post('/v2.0/floatingips', wish)).body.floatingip
  const status = async () => (await admin.get(`/v2.0/floatingips/${id}`)).body.floatingip.status
  await cloud.settled()
  assert.equal(await status(), 'ACTIVE')

  const [agent] = (await admin.get(`/v2.0/routers/${router.id}/l3-agents`)).body.agents
  const path = `/v2.0/agents/${agent.id}/l3-routers`
  assert.equal((await admin.delete(`${path}/${router.id}`)).status, 204)
  assert.equal(await status(), 'DOWN')
  await admin.post(path, { router_id: router.id })
  await cloud.settled()
  assert.equal(await status(), 'ACTIVE')
})

test('a router created without any L3 agent is scheduled to the first one that reports', async () => {
  await using cloud = await startTestNetwork()
  const { admin } = cloud
  const { router } = await joined(cloud, '10.0.0.0/24')
  assert.deepEqual((await admin.get(`/v2.0/routers/${router.id}/l3-agents`)).body.agents, [])
  const agent = await agentOn(cloud, 'host-1')
  const [found] = (await admin.get(`/v2.0/routers/${router.id}/l3-agents`)).body.agents
  assert.equal(found.host, 'host-1')
  await cloud.settled()
  const [port] = (await admin.get(`/v2.0/ports?device_id=${router.id}`)).body.ports
  assert.deepEqual([port['binding:host_id'], port.status], ['host-1', 'ACTIVE'])
  await agent.close()
})
