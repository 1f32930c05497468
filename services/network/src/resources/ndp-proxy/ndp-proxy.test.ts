import assert from 'node:assert/strict'
import { test } from 'node:test'
import { l3Plugin } from '@nimbo/contracts/network/l3-rpc'
import { internalContext } from '@nimbo/kernel/context'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import { type Body, type Client, type Reply, startTestNetwork } from '../../../test/test-network.ts'

const refusal = ({ status, body }: Reply) => [status, body.NeutronError?.type]

/** An external IPv6 network, an inner one with a port, and a router that is connected to neither yet. */
const world = async (admin: Client, member: Client) => {
  const made = async (client: Client, path: string, body: Body): Promise<Body> => {
    const reply = await client.post(`/v2.0/${path}`, body)
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    return Object.values(reply.body)[0]
  }
  const outer = await made(admin, 'networks', { network: { 'router:external': true } })
  await made(admin, 'subnets', {
    subnet: { network_id: outer.id, ip_version: 6, cidr: '2001:db8:1::/64', enable_dhcp: false },
  })
  const inner = await made(member, 'networks', { network: {} })
  const subnet = await made(member, 'subnets', {
    subnet: { network_id: inner.id, ip_version: 6, cidr: '2001:db8:2::/64', enable_dhcp: false },
  })
  const port = await made(member, 'ports', {
    port: { network_id: inner.id, fixed_ips: [{ subnet_id: subnet.id, ip_address: '2001:db8:2::5' }] },
  })
  const router = await made(member, 'routers', { router: {} })
  return { outer, subnet, port, router }
}

test('an NDP proxy needs a router’s gateway and interface, keeps both in use, and goes with its port', async () => {
  await using cloud = await startTestNetwork()
  const { admin, member } = cloud
  const { outer, subnet, port, router } = await world(admin, member)
  const asked = { router_id: router.id, port_id: port.id, name: 'front' }
  const create = (more: Body = {}) => member.post('/v2.0/ndp_proxies', { ndp_proxy: { ...asked, ...more } })
  const change = (changes: Body) => member.put(`/v2.0/routers/${router.id}`, { router: changes })

  assert.deepEqual(refusal(await create()), [409, 'RouterNDPProxyNotEnable'])
  assert.deepEqual(refusal(await change({ enable_ndp_proxy: true })), [409, 'RouterGatewayNotValid'])
  assert.equal((await member.get(`/v2.0/routers/${router.id}`)).body.router.enable_ndp_proxy, false)
  const opened = await change({ external_gateway_info: { network_id: outer.id }, enable_ndp_proxy: true })
  assert.equal(opened.status, 200, JSON.stringify(opened.body))
  assert.equal(opened.body.router.enable_ndp_proxy, true)

  assert.deepEqual(refusal(await create()), [409, 'PortUnreachableRouter'])
  const path = `/v2.0/routers/${router.id}`
  await member.put(`/v2.0/subnets/${subnet.id}`, { subnet: { gateway_ip: '2001:db8:2::1' } })
  const joined = await member.put(`${path}/add_router_interface`, { subnet_id: subnet.id })
  assert.equal(joined.status, 200, JSON.stringify(joined.body))
  assert.deepEqual(refusal(await create({ ip_address: '192.0.2.1' })), [400, 'InvalidAddress'])
  assert.deepEqual(refusal(await create({ ip_address: '2001:db8:2::6' })), [400, 'InvalidAddress'])
  const made = await create()
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { ndp_proxy: proxy } = made.body
  assert.deepEqual([proxy.ip_address, proxy.name], ['2001:db8:2::5', 'front'])
  assert.deepEqual(refusal(await create()), [400, 'BadRequest'])

  assert.deepEqual(refusal(await member.put(`${path}/remove_router_interface`, { subnet_id: subnet.id })), [
    409,
    'RouterInterfaceInUseByNDPProxy',
  ])
  assert.deepEqual(refusal(await change({ external_gateway_info: null })), [
    409,
    'RouterGatewayInUseByNDPProxy',
  ])
  const renamed = await member.put(`/v2.0/ndp_proxies/${proxy.id}`, { ndp_proxy: { name: 'back' } })
  assert.deepEqual([renamed.status, renamed.body.ndp_proxy.name], [200, 'back'])
  const shown = await member.get(`/v2.0/ndp_proxies/${proxy.id}`)
  assert.deepEqual(shown.body.ndp_proxy, { ...proxy, ...renamed.body.ndp_proxy })
  const stranger = cloud.as('beta', 'member', 'reader')
  assert.equal((await stranger.get(`/v2.0/ndp_proxies/${proxy.id}`)).status, 404)
  assert.deepEqual((await stranger.get('/v2.0/ndp_proxies')).body.ndp_proxies, [])

  assert.equal((await member.delete(`/v2.0/ports/${port.id}`)).status, 204)
  assert.deepEqual(refusal(await member.get(`/v2.0/ndp_proxies/${proxy.id}`)), [404, 'NDPProxyNotFound'])
  assert.equal((await member.put(`${path}/remove_router_interface`, { subnet_id: subnet.id })).status, 200)
  assert.equal((await change({ external_gateway_info: null })).status, 200)
  assert.equal((await member.delete(path)).status, 204)
})

test('the host that runs a router gets the addresses of its NDP proxies', async () => {
  await using cloud = await startTestNetwork({ routed: true })
  const { admin, member } = cloud
  const { outer, subnet, port, router } = await world(admin, member)
  const change = { external_gateway_info: { network_id: outer.id }, enable_ndp_proxy: true }
  await member.put(`/v2.0/routers/${router.id}`, { router: change })
  await member.put(`/v2.0/subnets/${subnet.id}`, { subnet: { gateway_ip: '2001:db8:2::1' } })
  await member.put(`/v2.0/routers/${router.id}/add_router_interface`, { subnet_id: subnet.id })
  const asked = { router_id: router.id, port_id: port.id }
  const made = await member.post('/v2.0/ndp_proxies', { ndp_proxy: asked })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const plugin = rpcClient(cloud.bus, l3Plugin).on()
  const told = async () =>
    (await plugin.routersOf(internalContext(), { host: 'host-1', routerIds: [router.id] })).routers
  assert.deepEqual(
    (await told()).map(({ ndpProxies = [] }) => ndpProxies.map(({ address }) => address)),
    [['2001:db8:2::5']],
  )
  await member.delete(`/v2.0/ndp_proxies/${made.body.ndp_proxy.id}`)
  assert.deepEqual(
    (await told()).map(({ ndpProxies }) => ndpProxies),
    [[]],
  )
})
