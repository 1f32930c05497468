import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WiredPort } from '@nimbo/network/driver/network-agent-driver'
import type { RunRouter } from '@nimbo/network/driver/runs-routers'
import {
  type Body,
  type Reply,
  startTestNetwork,
  type TestNetwork,
  willingDriver,
  willingHost,
} from '../../../../test/test-network.ts'

const refusal = ({ status, body }: Reply) => [status, body.NeutronError?.type, body.NeutronError?.message]
const hosts = ['host-1', 'host-2', 'host-3']

/** Hosts that record the routers they run and the ports they wire. */
const rememberingHosts = () => {
  const running = new Map<string, Map<string, RunRouter>>()
  const wired = new Map<string, Map<string, WiredPort>>()
  const of = <Value>(all: Map<string, Map<string, Value>>, host: string): Map<string, Value> => {
    const own = all.get(host) ?? new Map<string, Value>()
    all.set(host, own)
    return own
  }
  const driver = {
    ...willingDriver(),
    open: async (host: string) => {
      const network = willingHost()
      const wirePorts = async (ports: readonly WiredPort[]) => {
        for (const port of ports) of(wired, host).set(port.id, port)
        return network.ports.wirePorts(ports)
      }
      return { ...network, ports: { ...network.ports, wirePorts } }
    },
    openRouters: async (host: string) => ({
      ensureRouter: async (router: RunRouter) => void of(running, host).set(router.id, router),
      removeRouter: async (id: string) => void of(running, host).delete(id),
      routers: async () => [...of(running, host).keys()],
      openMetadata: async () => [],
      isActive: async () => false,
      watchElections: () => () => {},
      close: async () => {},
    }),
  }
  return { driver, running, wired }
}

const startHosts = (driver: ReturnType<typeof rememberingHosts>['driver']) =>
  startTestNetwork({
    hosts,
    driver,
    routed: 'everywhere',
    config: (defaults) => ({ ...defaults, DEFAULT: { ...defaults.DEFAULT, agent_mode: 'dvr_snat' } }),
  })

const outside = async ({ admin }: TestNetwork): Promise<Body> => {
  const { network } = (await admin.post('/v2.0/networks', { network: { 'router:external': true } })).body
  const subnet = { network_id: network.id, cidr: '203.0.113.0/24', ip_version: 4, enable_dhcp: false }
  await admin.post('/v2.0/subnets', { subnet })
  return network
}

const inside = async ({ admin }: TestNetwork): Promise<Body> => {
  const { network } = (await admin.post('/v2.0/networks', { network: {} })).body
  // A pool without the addresses that tests name, so that no random address is one of them.
  const allocation_pools = [{ start: '10.0.0.2', end: '10.0.0.60' }]
  const subnet = { network_id: network.id, cidr: '10.0.0.0/24', ip_version: 4, allocation_pools }
  return (await admin.post('/v2.0/subnets', { subnet })).body.subnet
}

const guest = async ({ admin }: TestNetwork, { network_id }: Body, host: string): Promise<Body> => {
  const of = { device_id: `server-on-${host}`, device_owner: 'compute:nova', 'binding:host_id': host }
  return (await admin.post('/v2.0/ports', { port: { network_id, ...of } })).body.port
}

const addressOf = ({ fixed_ips }: Body): string => fixed_ips[0].ip_address

test('a distributed router runs on the hosts of its servers, and a floating IP on the host of its port', async () => {
  const { driver, running, wired } = rememberingHosts()
  await using cloud = await startHosts(driver)
  const { admin } = cloud
  const network = await outside(cloud)
  const subnet = await inside(cloud)
  const gateway = { external_gateway_info: { network_id: network.id } }
  const made = await admin.post('/v2.0/routers', { router: { distributed: true, ...gateway } })
  assert.equal(made.body.router?.distributed, true, JSON.stringify(made.body))
  const { id } = made.body.router
  const joined = await admin.put(`/v2.0/routers/${id}/add_router_interface`, { subnet_id: subnet.id })
  const owned = async (owner: string): Promise<Body[]> =>
    (await admin.get(`/v2.0/ports?device_owner=network:${owner}`)).body.ports
  const [end] = await owned('router_interface_distributed')
  assert.deepEqual(
    [end.id, end['binding:vif_type'], end['binding:host_id']],
    [joined.body.port_id, 'distributed', ''],
  )
  const [central, ...more] = await owned('router_centralized_snat')
  assert.deepEqual([central.device_id, central.fixed_ips[0].subnet_id, more], [id, subnet.id, []])
  assert.equal((await admin.delete(`/v2.0/ports/${central.id}`)).body.NeutronError.type, 'ServicePortInUse')
  await cloud.settled()
  const centralHost = central['binding:host_id']
  assert.deepEqual(
    hosts.filter((host) => running.get(host)?.has(id)),
    [centralHost],
    'without servers it runs only on the host of its SNAT port',
  )
  const [here = '', there = ''] = hosts.filter((host) => host !== centralHost)
  const [one, other] = [await guest(cloud, subnet, here), await guest(cloud, subnet, there)]
  await cloud.settled()
  const on = (host: string): RunRouter => {
    const router = running.get(host)?.get(id)
    assert.ok(router?.distributed, `on ${host}`)
    return router
  }
  assert.deepEqual(
    hosts.map((host) => on(host).distributed?.centre !== undefined),
    hosts.map((host) => host === centralHost),
  )
  assert.deepEqual(
    on(here)
      .distributed?.neighbours.map(({ address }) => address)
      .toSorted(),
    [
      addressOf(one),
      addressOf(other),
      addressOf(central),
      ...(await owned('dhcp')).map(addressOf),
    ].toSorted(),
  )
  assert.deepEqual(on(here).distributed?.ways, [{ portId: end.id, nexthops: [addressOf(central)] }])
  const macs = hosts.map((host) => wired.get(host)?.get(end.id)?.distributed?.hostMac)
  assert.ok(
    macs.every((mac) => mac?.startsWith('fa:16:3f:')),
    `${macs}`,
  )
  assert.equal(new Set(macs).size, 3, 'each host has its own MAC address')
  assert.equal((await admin.get(`/v2.0/ports/${end.id}`)).body.port.status, 'ACTIVE')
  const agents = (await admin.get(`/v2.0/routers/${id}/l3-agents`)).body.agents
  assert.deepEqual(agents.map(({ host }: Body) => host).toSorted(), hosts)

  const vrrp = { ip_address: '10.0.0.250' }
  const pairs = (port: Body, ...allowed_address_pairs: Body[]) =>
    admin.put(`/v2.0/ports/${port.id}`, { port: { allowed_address_pairs } })
  const macOf = (address: string) =>
    on(here).distributed?.neighbours.find((each) => each.address === address)?.mac
  await pairs(one, { ip_address: '10.0.0.240' }, { ip_address: '10.0.0.128/26' }, vrrp)
  await cloud.settled()
  assert.deepEqual([macOf('10.0.0.240'), macOf('10.0.0.250')], [one.mac_address, one.mac_address])
  await pairs(other, vrrp)
  await cloud.settled()
  assert.equal(macOf('10.0.0.250'), undefined, 'an address that two ports allow resolves to no MAC address')

  const request = { floating_network_id: network.id, port_id: one.id }
  const { floatingip } = (await admin.post('/v2.0/floatingips', { floatingip: request })).body
  await cloud.settled()
  const [holder] = await owned('floatingip_agent_gateway')
  assert.deepEqual([holder['binding:host_id'], holder.network_id], [here, network.id])
  const held = (host: string) =>
    on(host).floatingIps.map(({ address, gatewayPortId }) => [address, gatewayPortId])
  assert.deepEqual(held(here), [[floatingip.floating_ip_address, holder.id]])
  assert.deepEqual([held(there), on(centralHost).distributed?.centre?.floatingIps], [[], []])
  assert.equal((await admin.get(`/v2.0/floatingips/${floatingip.id}`)).body.floatingip.status, 'ACTIVE')

  await admin.put(`/v2.0/floatingips/${floatingip.id}`, { floatingip: { port_id: other.id } })
  await cloud.settled()
  assert.deepEqual([held(here).length, held(there).length], [0, 1])
  await admin.delete(`/v2.0/floatingips/${floatingip.id}`)
  await admin.put(`/v2.0/routers/${id}`, { router: { external_gateway_info: null } })
  assert.deepEqual(await owned('router_centralized_snat'), [])
  await cloud.settled()
  assert.deepEqual(on(there).distributed?.ways, [{ portId: end.id, nexthops: [] }])
})

test('a router can be made distributed or central again only while it is disabled', async () => {
  const { driver, running } = rememberingHosts()
  await using cloud = await startHosts(driver)
  const { admin, member } = cloud
  assert.equal((await member.post('/v2.0/routers', { router: { distributed: true } })).status, 403)
  assert.deepEqual(refusal(await admin.post('/v2.0/routers', { router: { distributed: true, ha: true } })), [
    400,
    'BadRequest',
    'Bad router request: A router that is distributed cannot be highly available as well.',
  ])
  const network = await outside(cloud)
  const subnet = await inside(cloud)
  const gateway = { external_gateway_info: { network_id: network.id } }
  const { id } = (await admin.post('/v2.0/routers', { router: gateway })).body.router
  const path = `/v2.0/routers/${id}`
  const { port_id } = (await admin.put(`${path}/add_router_interface`, { subnet_id: subnet.id })).body
  for (const host of hosts) await guest(cloud, subnet, host)
  assert.deepEqual(refusal(await admin.put(path, { router: { distributed: true } })), [
    400,
    'BadRequest',
    "Bad router request: Cannot change the 'distributed' attribute of active routers. " +
      'Please set router admin_state_up to False prior to upgrade.',
  ])
  const change = async (distributed: boolean) => {
    const { body } = await admin.put(path, { router: { distributed, admin_state_up: false } })
    assert.equal(body.router?.distributed, distributed, JSON.stringify(body))
    await admin.put(path, { router: { admin_state_up: true } })
    await cloud.settled()
    const { device_owner: owner, 'binding:vif_type': vif } = (await admin.get(`/v2.0/ports/${port_id}`)).body
      .port
    const on = hosts.filter((host) => running.get(host)?.get(id)?.adminStateUp)
    return [owner, vif, on.length]
  }
  assert.deepEqual(await change(true), ['network:router_interface_distributed', 'distributed', 3])
  cloud.pass(61_000)
  assert.deepEqual(await change(false), ['network:router_interface', 'other', 1])
  const central = await admin.get('/v2.0/ports?device_owner=network:router_centralized_snat')
  assert.deepEqual(central.body.ports, [])
})

test('QoS limits a floating IP on the host of its port, and the gateway on the host of the SNAT port', async () => {
  const { driver, running } = rememberingHosts()
  await using cloud = await startHosts(driver)
  const { admin } = cloud
  const { policy } = (await admin.post('/v2.0/qos/policies', { policy: { name: 'gold' } })).body
  await admin.post(`/v2.0/qos/policies/${policy.id}/bandwidth_limit_rules`, {
    bandwidth_limit_rule: { max_kbps: 1000, max_burst_kbps: 100 },
  })
  const network = await outside(cloud)
  const subnet = await inside(cloud)
  const external_gateway_info = { network_id: network.id, qos_policy_id: policy.id }
  const { router } = (
    await admin.post('/v2.0/routers', { router: { distributed: true, external_gateway_info } })
  ).body
  await admin.put(`/v2.0/routers/${router.id}/add_router_interface`, { subnet_id: subnet.id })
  const ownedBy = async (owner: string): Promise<Body> =>
    (await admin.get(`/v2.0/ports?device_owner=network:${owner}`)).body.ports[0]
  const centralHost = (await ownedBy('router_centralized_snat'))['binding:host_id']
  const here = hosts.find((host) => host !== centralHost) ?? ''
  const { id: port_id } = await guest(cloud, subnet, here)
  const request = { floating_network_id: network.id, port_id, qos_policy_id: policy.id }
  const { floatingip } = (await admin.post('/v2.0/floatingips', { floatingip: request })).body
  await cloud.settled()

  const limit = { egress: { kbps: 1000, burstKbit: 100 }, ingress: { kbps: 0, burstKbit: 0 } }
  const on = (host: string): RunRouter | undefined => running.get(host)?.get(router.id)
  const holder = await ownedBy('floatingip_agent_gateway')
  assert.deepEqual(on(here)?.limits, [
    { address: floatingip.floating_ip_address, gatewayPortId: holder.id, ...limit },
  ])
  const { ip_address: address } = router.external_gateway_info.external_fixed_ips[0]
  const gateway = await ownedBy('router_gateway')
  assert.deepEqual(on(centralHost)?.limits, [])
  assert.deepEqual(on(centralHost)?.distributed?.centre?.limits, [
    { address, gatewayPortId: gateway.id, ...limit },
  ])
})
