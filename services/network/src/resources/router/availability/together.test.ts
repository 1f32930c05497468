import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunRouter } from '@nimbo/network/driver/runs-routers'
import {
  type Body,
  type Reply,
  startTestNetwork,
  type TestNetwork,
  willingDriver,
} from '../../../../test/test-network.ts'

const refusal = ({ status, body }: Reply) => [status, body.NeutronError?.type, body.NeutronError?.message]

/** Hosts where `elect` decides which of them runs a router as the active one. */
const electingHosts = () => {
  const running = new Map<string, Map<string, RunRouter>>()
  const watching = new Set<(routerId: string) => void>()
  const elected = new Map<string, string>()
  const driver = {
    ...willingDriver(),
    openRouters: async (host: string) => {
      const own = new Map<string, RunRouter>()
      running.set(host, own)
      return {
        ensureRouter: async (router: RunRouter) => void own.set(router.id, router),
        removeRouter: async (id: string) => void own.delete(id),
        routers: async () => [...own.keys()],
        openMetadata: async () => [],
        isActive: async (id: string) => elected.get(id) === host,
        watchElections: (held: (routerId: string) => void) => {
          watching.add(held)
          return () => void watching.delete(held)
        },
        close: async () => {},
      }
    },
  }
  const elect = (routerId: string, host: string): void => {
    elected.set(routerId, host)
    for (const held of watching) held(routerId)
  }
  return { driver, running, elect }
}

const hosts = ['host-1', 'host-2', 'host-3', 'host-4']

const statesOf = async ({ admin }: TestNetwork, routerId: string) => {
  const { body } = await admin.get(`/v2.0/routers/${routerId}/l3-agents`)
  return new Map<string, string | null>(
    body.agents.map(({ host, ha_state }: Body) => [host, ha_state] as const),
  )
}

const haNetworks = async ({ admin }: TestNetwork): Promise<Body[]> =>
  (await admin.get('/v2.0/networks')).body.networks.filter(({ name }: Body) => name.startsWith('HA network'))

test('an HA router runs on several hosts, and its ports are bound on the active one', async () => {
  const { driver, running, elect } = electingHosts()
  await using cloud = await startTestNetwork({ hosts, driver, routed: 'everywhere' })
  const { admin, member } = cloud
  assert.equal((await member.post('/v2.0/routers', { router: { ha: true } })).status, 403)
  const made = await admin.post('/v2.0/routers', { router: { ha: true, project_id: 'alpha' } })
  assert.equal(made.body.router.ha, true, JSON.stringify(made.body))
  const { id } = made.body.router
  await cloud.settled()
  const states = await statesOf(cloud, id)
  assert.deepEqual([...states.values()], ['standby', 'standby', 'standby'])

  const [network] = await haNetworks(cloud)
  assert.deepEqual([network.name, network.project_id], ['HA network tenant alpha', ''])
  const [subnet] = (await admin.get(`/v2.0/subnets?network_id=${network.id}`)).body.subnets
  assert.deepEqual(
    [subnet.name, subnet.cidr, subnet.enable_dhcp, subnet.gateway_ip],
    ['HA subnet tenant alpha', '169.254.192.0/18', false, null],
  )
  const owned = `/v2.0/ports?device_id=${id}&device_owner=network:router_ha_interface`
  assert.equal((await admin.get(owned)).body.ports.length, 3)
  const [one, other] = states.keys()
  assert.ok(one && other)
  const ends = [...states.keys()].map((host) => running.get(host)?.get(id)?.election)
  assert.deepEqual(
    ends.map((end) => [end?.virtualRouterId, end?.advertSeconds, end?.authentication]),
    ends.map(() => [1, 2, null]),
  )
  assert.equal(new Set(ends.map((end) => end?.port.addresses[0])).size, 3)

  const inner = (await member.post('/v2.0/networks', { network: {} })).body.network.id
  const joined = await member.post('/v2.0/subnets', {
    subnet: { network_id: inner, ip_version: 4, cidr: '10.0.0.0/24' },
  })
  const joining = { subnet_id: joined.body.subnet.id }
  const { port_id } = (await admin.put(`/v2.0/routers/${id}/add_router_interface`, joining)).body
  const placeOfPort = async () => (await admin.get(`/v2.0/ports/${port_id}`)).body.port
  for (const host of [one, other, one]) {
    elect(id, host)
    await cloud.settled()
    const { status, 'binding:host_id': place } = await placeOfPort()
    assert.deepEqual([place, status], [host, 'ACTIVE'])
    assert.equal((await statesOf(cloud, id)).get(host), 'active')
  }

  await admin.put(`/v2.0/routers/${id}/remove_router_interface`, joining)
  assert.equal((await admin.delete(`/v2.0/routers/${id}`)).status, 204)
  await cloud.settled()
  assert.deepEqual(await haNetworks(cloud), [])
  assert.ok([...running.values()].every((routers) => !routers.has(id)))
})

test('the ha attribute of a router can be changed only while the router is disabled', async () => {
  const { driver, running } = electingHosts()
  await using cloud = await startTestNetwork({ hosts: hosts.slice(0, 2), driver, routed: 'everywhere' })
  const { admin } = cloud
  const { id } = (await admin.post('/v2.0/routers', { router: {} })).body.router
  const path = `/v2.0/routers/${id}`
  assert.deepEqual(refusal(await admin.put(path, { router: { ha: true } })), [
    400,
    'BadRequest',
    'Bad router request: Cannot change HA attribute of active routers. ' +
      'Please set router admin_state_up to False prior to upgrade.',
  ])
  const change = async (ha: boolean) => {
    const { body } = await admin.put(path, { router: { ha, admin_state_up: false } })
    assert.equal(body.router?.ha, ha, JSON.stringify(body))
    await admin.put(path, { router: { admin_state_up: true } })
    await cloud.settled()
  }
  await change(true)
  assert.deepEqual([...(await statesOf(cloud, id)).keys()].toSorted(), ['host-1', 'host-2'])
  await change(false)
  const states = await statesOf(cloud, id)
  assert.deepEqual([...states.values()], [null])
  assert.equal([...running.values()].filter((routers) => routers.has(id)).length, 1)
  assert.deepEqual(await haNetworks(cloud), [])
})

test('administrators add an HA router to an L3 agent and remove it from another', async () => {
  const { driver, elect } = electingHosts()
  await using cloud = await startTestNetwork({ hosts, driver, routed: 'everywhere' })
  const { admin } = cloud
  const { id } = (await admin.post('/v2.0/routers', { router: { ha: true } })).body.router
  const [first, ...others] = (await statesOf(cloud, id)).keys()
  assert.ok(first)
  elect(id, first)
  await cloud.settled()
  const agents = (await admin.get('/v2.0/agents?agent_type=L3%20agent')).body.agents
  const routersOf = (host: string) =>
    `/v2.0/agents/${agents.find((agent: Body) => agent.host === host).id}/l3-routers`
  const fourth = hosts.find((host) => host !== first && !others.includes(host))
  assert.ok(fourth)
  assert.equal((await admin.post(routersOf(fourth), { router_id: id })).status, 201)
  assert.equal((await admin.delete(`${routersOf(first)}/${id}`)).status, 204)
  assert.deepEqual(refusal(await admin.delete(`${routersOf(first)}/${id}`)).slice(0, 2), [
    409,
    'RouterNotHostedByL3Agent',
  ])
  assert.deepEqual([...(await statesOf(cloud, id)).keys()].toSorted(), [...others, fourth].toSorted())
  const [router] = (await admin.get(routersOf(fourth))).body.routers
  assert.equal(router.id, id)
})
