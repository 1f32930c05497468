import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Body, type Reply, startTestNetwork, type TestNetwork } from '../../../test/test-network.ts'

const refusal = ({ status, body }: Reply) => [status, body.NeutronError?.type, body.NeutronError?.message]

/** An external network of the administrator, with one subnet. */
const outside = async ({ admin }: TestNetwork): Promise<{ network: Body; subnet: Body }> => {
  const { body } = await admin.post('/v2.0/networks', { network: { 'router:external': true } })
  const { network } = body
  const subnet = { network_id: network.id, cidr: '203.0.113.0/24', ip_version: 4, enable_dhcp: false }
  return { network, subnet: (await admin.post('/v2.0/subnets', { subnet })).body.subnet }
}

const inside = async ({ member }: TestNetwork, cidr = '10.0.0.0/24'): Promise<Body> => {
  const network_id = (await member.post('/v2.0/networks', { network: {} })).body.network.id
  return (await member.post('/v2.0/subnets', { subnet: { network_id, cidr, ip_version: 4 } })).body.subnet
}

const made = async ({ member }: TestNetwork, router: Body = {}): Promise<Body> => {
  const reply = await member.post('/v2.0/routers', { router })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.body.router
}

test('a router’s external gateway has a port without a project, which is deleted with the gateway', async () => {
  await using cloud = await startTestNetwork()
  const { member, admin } = cloud
  const { network, subnet } = await outside(cloud)
  const router = await made(cloud, { name: 'edge', external_gateway_info: { network_id: network.id } })
  assert.deepEqual(
    [router.name, router.status, router.admin_state_up, router.routes, router.project_id],
    ['edge', 'ACTIVE', true, [], 'alpha'],
  )
  const { external_gateway_info: gateway } = router
  assert.deepEqual([gateway.network_id, gateway.enable_snat], [network.id, true])
  assert.equal(gateway.external_fixed_ips[0].subnet_id, subnet.id)
  assert.deepEqual(
    [router.ha, router.distributed],
    [undefined, undefined],
    'ha and distributed are shown to administrators only',
  )
  const path = `/v2.0/routers/${router.id}`
  const ports = await admin.get(`/v2.0/ports?device_id=${router.id}`)
  const [port] = ports.body.ports
  assert.deepEqual(
    [port.device_owner, port.project_id, port.fixed_ips],
    ['network:router_gateway', '', gateway.external_fixed_ips],
  )
  assert.deepEqual(refusal(await admin.delete(`/v2.0/ports/${port.id}`)), [
    409,
    'ServicePortInUse',
    `Port ${port.id} cannot be deleted directly via the port API: has device owner network:router_gateway.`,
  ])
  assert.deepEqual(
    refusal(await admin.put(`/v2.0/networks/${network.id}`, { network: { 'router:external': false } })).slice(
      0,
      2,
    ),
    [409, 'ExternalNetworkInUse'],
  )
  assert.equal((await admin.delete(`/v2.0/networks/${network.id}`)).status, 409)
  const hidden = { external_gateway_info: { network_id: network.id, enable_snat: false } }
  assert.equal((await member.put(path, { router: hidden })).status, 403)
  const changed = await admin.put(path, { router: hidden })
  assert.equal(changed.body.router.external_gateway_info.enable_snat, false)

  for (const none of [{}, null]) {
    const cleared = await member.put(path, { router: { external_gateway_info: none } })
    assert.deepEqual([cleared.status, cleared.body.router.external_gateway_info], [200, null])
  }
  assert.deepEqual((await admin.get(`/v2.0/ports?device_id=${router.id}`)).body.ports, [])
  assert.equal((await member.delete(path)).status, 204)
  assert.deepEqual(refusal(await member.get(path)), [
    404,
    'RouterNotFound',
    `Router ${router.id} could not be found`,
  ])
})

test('a gateway must be on an external network, and only administrators choose its addresses', async () => {
  await using cloud = await startTestNetwork()
  const { member, admin } = cloud
  const { network_id: inner } = await inside(cloud)
  const asking = (external_gateway_info: Body) =>
    member.post('/v2.0/routers', { router: { external_gateway_info } })
  assert.deepEqual(refusal(await asking({ network_id: inner })), [
    400,
    'BadRequest',
    `Bad router request: Network ${inner} is not an external network.`,
  ])
  const unknown = '11111111-2222-3333-4444-555555555555'
  assert.deepEqual(refusal(await asking({ network_id: unknown })).slice(0, 2), [404, 'NetworkNotFound'])
  assert.equal((await asking({ enable_snat: true })).status, 400)
  const { network, subnet } = await outside(cloud)
  const exact = { network_id: network.id, external_fixed_ips: [{ ip_address: '203.0.113.77' }] }
  assert.equal((await asking(exact)).status, 403, 'only administrators choose the address')
  const reply = await admin.post('/v2.0/routers', { router: { external_gateway_info: exact } })
  assert.deepEqual(reply.body.router.external_gateway_info.external_fixed_ips, [
    { subnet_id: subnet.id, ip_address: '203.0.113.77' },
  ])
  assert.equal((await admin.post('/v2.0/routers', { router: { distributed: false } })).status, 201)
  assert.deepEqual((await member.get('/v2.0/routers')).body.routers, [])
})

test('a router interface is added by subnet, at its gateway address, or by port, and removed again', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const subnet = await inside(cloud)
  const router = await made(cloud)
  const path = `/v2.0/routers/${router.id}`
  const joined = await member.put(`${path}/add_router_interface`, { subnet_id: subnet.id })
  assert.equal(joined.status, 200, JSON.stringify(joined.body))
  const { port_id } = joined.body
  assert.deepEqual(joined.body, {
    id: router.id,
    tenant_id: 'alpha',
    project_id: 'alpha',
    port_id,
    network_id: subnet.network_id,
    subnet_id: subnet.id,
    subnet_ids: [subnet.id],
  })
  await cloud.settled()
  const { port } = (await member.get(`/v2.0/ports/${port_id}`)).body
  assert.deepEqual(
    [port.device_owner, port.device_id, port.fixed_ips, port.security_groups],
    ['network:router_interface', router.id, [{ subnet_id: subnet.id, ip_address: '10.0.0.1' }], []],
  )
  assert.equal((await member.delete(`/v2.0/ports/${port_id}`)).status, 409)
  assert.equal((await member.delete(`/v2.0/subnets/${subnet.id}`)).body.NeutronError.type, 'SubnetInUse')
  assert.equal((await member.delete(`/v2.0/networks/${subnet.network_id}`)).status, 409)
  assert.deepEqual(refusal(await member.delete(path)), [
    409,
    'RouterInUse',
    `Router ${router.id} has ports still attached: ${port_id}`,
  ])

  const other = await inside(cloud, '10.1.0.0/24')
  const own = await member.post('/v2.0/ports', { port: { network_id: other.network_id } })
  const { id: ownPort } = own.body.port
  const byPort = await member.put(`${path}/add_router_interface`, { port_id: ownPort })
  assert.deepEqual([byPort.status, byPort.body.port_id, byPort.body.subnet_ids], [200, ownPort, [other.id]])
  assert.equal((await member.get(path)).body.router.revision_number, 3)

  const parted = await member.put(`${path}/remove_router_interface`, { subnet_id: subnet.id })
  assert.deepEqual([parted.status, parted.body.port_id], [200, port_id])
  assert.equal((await member.get(`/v2.0/ports/${port_id}`)).status, 404)
  const mismatch = { port_id: ownPort, subnet_id: subnet.id }
  assert.deepEqual(refusal(await member.put(`${path}/remove_router_interface`, mismatch)).slice(0, 2), [
    400,
    'SubnetMismatchForPort',
  ])
  assert.equal((await member.put(`${path}/remove_router_interface`, { port_id: ownPort })).status, 200)
  assert.equal((await member.delete(path)).status, 204)
})

test('an invalid router interface is refused with Neutron’s message', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const subnet = await inside(cloud)
  const router = await made(cloud)
  const path = `/v2.0/routers/${router.id}`
  const join = (body: Body) => member.put(`${path}/add_router_interface`, body)
  const bad = (reason: string) => [400, 'BadRequest', `Bad router request: ${reason}.`]
  assert.deepEqual(refusal(await join({})), bad('Either subnet_id or port_id must be specified'))
  const { body } = await member.post('/v2.0/ports', {
    port: { network_id: subnet.network_id, device_id: 'x' },
  })
  const both = { subnet_id: subnet.id, port_id: body.port.id }
  assert.deepEqual(refusal(await join(both)), bad('Cannot specify both subnet-id and port-id'))
  assert.deepEqual(refusal(await join({ port_id: body.port.id })), [
    409,
    'PortInUse',
    `Unable to complete operation on port ${body.port.id} for network ${subnet.network_id}. ` +
      'Port already has an attached device x.',
  ])
  await join({ subnet_id: subnet.id })
  assert.deepEqual(
    refusal(await join({ subnet_id: subnet.id })),
    bad(`Router already has a port on subnet ${subnet.id}`),
  )
  const same = await inside(cloud, '10.0.0.0/25')
  assert.deepEqual(
    refusal(await join({ subnet_id: same.id })),
    bad(`Cidr 10.0.0.0/25 of subnet ${same.id} overlaps with cidr 10.0.0.0/24 of subnet ${subnet.id}`),
  )
  const { subnet: closed } = (
    await member.post('/v2.0/subnets', {
      subnet: { network_id: subnet.network_id, cidr: '10.9.0.0/24', ip_version: 4, gateway_ip: null },
    })
  ).body
  assert.deepEqual(
    refusal(await join({ subnet_id: closed.id })),
    bad('Subnet for router interface must have a gateway IP'),
  )
  const stranger = cloud.as('beta', 'member', 'reader')
  const theirs = await stranger.post('/v2.0/routers', { router: {} })
  const reply = await stranger.put(`/v2.0/routers/${theirs.body.router.id}/add_router_interface`, {
    subnet_id: subnet.id,
  })
  assert.deepEqual(refusal(reply).slice(0, 2), [404, 'SubnetNotFound'])
  assert.equal((await stranger.put(`${path}/add_router_interface`, {})).status, 404)
  assert.deepEqual(refusal(await member.put(`${path}/remove_router_interface`, { subnet_id: same.id })), [
    404,
    'RouterInterfaceNotFoundForSubnet',
    `Router ${router.id} has no interface on subnet ${same.id}`,
  ])
  const port_id = body.port.id
  assert.deepEqual(refusal(await member.put(`${path}/remove_router_interface`, { port_id })).slice(0, 2), [
    404,
    'RouterInterfaceNotFound',
  ])
})

test('extra routes need a nexthop on a connected subnet, and keep that router interface in use', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const subnet = await inside(cloud)
  const router = await made(cloud)
  const path = `/v2.0/routers/${router.id}`
  const route = (third: number, nexthop = '10.0.0.9') => ({ destination: `172.16.${third}.0/24`, nexthop })
  const put = (routes: Body) => member.put(path, { router: { routes } })
  const listed = "[{'destination': '172.16.1.0/24', 'nexthop': '10.0.0.9'}]"
  assert.deepEqual(refusal(await put([route(1)])), [
    400,
    'InvalidRoutes',
    `Invalid format for routes: ${listed}, the nexthop is not connected with router`,
  ])
  await member.put(`${path}/add_router_interface`, { subnet_id: subnet.id })
  assert.deepEqual((await put([route(1)])).body.router.routes, [route(1)])
  assert.equal((await put([route(1, '10.0.0.1')])).body.NeutronError.type, 'InvalidRoutes')
  const add = (routes: Body) => member.put(`${path}/add_extraroutes`, { router: { routes } })
  const added = await add([route(1), route(2)])
  assert.deepEqual(added.body.router.routes, [route(1), route(2)])
  const remove = (routes: Body) => member.put(`${path}/remove_extraroutes`, { router: { routes } })
  assert.deepEqual((await remove([route(1), route(7)])).body.router.routes, [route(2)])
  assert.deepEqual(refusal(await member.put(`${path}/remove_router_interface`, { subnet_id: subnet.id })), [
    409,
    'RouterInterfaceInUseByRoute',
    `Router interface for subnet ${subnet.id} on router ${router.id} cannot be deleted, ` +
      'as it is required by one or more routes.',
  ])
  const many = Array.from({ length: 31 }, (_, third) => route(third))
  assert.deepEqual(refusal(await put(many)).slice(0, 2), [400, 'RoutesExhausted'])
  for (const bad of [{}, { router: {} }, { router: { routes: 'all' } }, { router: { routes: [{}] } }])
    assert.equal((await member.put(`${path}/add_extraroutes`, bad)).status, 400, JSON.stringify(bad))
  assert.deepEqual((await member.get(path)).body.router.routes, [route(2)])
})

test('a router can have several external gateways, the first being its external_gateway_info', async () => {
  await using cloud = await startTestNetwork()
  const { member, admin } = cloud
  const { network } = await outside(cloud)
  const second = (await admin.post('/v2.0/networks', { network: { 'router:external': true } })).body.network
  await admin.post('/v2.0/subnets', {
    subnet: { network_id: second.id, cidr: '198.51.100.0/24', ip_version: 4 },
  })
  const router = await made(cloud, { external_gateway_info: { network_id: network.id } })
  const change = (verb: string, external_gateways: Body, who = member) =>
    who.put(`/v2.0/routers/${router.id}/${verb}_external_gateways`, { router: { external_gateways } })
  const added = await change('add', [{ network_id: second.id }])
  assert.equal(added.status, 200, JSON.stringify(added.body))
  const networks = (reply: Reply) =>
    reply.body.router.external_gateways.map((gateway: Body) => gateway.network_id)
  assert.deepEqual(networks(added), [network.id, second.id])
  assert.equal(added.body.router.external_gateway_info.network_id, network.id)
  assert.equal((await change('update', [{ network_id: second.id, enable_snat: false }])).status, 403)
  const updated = await change('update', [{ network_id: second.id, enable_snat: false }], admin)
  assert.deepEqual(
    updated.body.router.external_gateways.map((gateway: Body) => gateway.enable_snat),
    [true, false],
  )
  const removed = await change('remove', [{ network_id: network.id }])
  assert.deepEqual(networks(removed), [second.id])
  assert.equal(removed.body.router.external_gateway_info.network_id, second.id)
  assert.deepEqual(refusal(await change('remove', [{ network_id: network.id }])).slice(0, 2), [
    400,
    'BadRequest',
  ])
})

test('there can be only one default external network', async () => {
  await using cloud = await startTestNetwork()
  const { admin } = cloud
  const network = { 'router:external': true, is_default: true }
  const first = (await admin.post('/v2.0/networks', { network })).body.network
  assert.deepEqual(refusal(await admin.post('/v2.0/networks', { network })), [
    409,
    'DefaultExternalNetworkExists',
    `A default external network already exists: ${first.id}.`,
  ])
  const { network: second } = (await admin.post('/v2.0/networks', { network: { 'router:external': true } }))
    .body
  const path = `/v2.0/networks/${second.id}`
  assert.equal((await admin.put(path, { network: { is_default: true } })).status, 409)
  await admin.put(`/v2.0/networks/${first.id}`, { network: { is_default: false } })
  assert.equal((await admin.put(path, { network: { is_default: true } })).status, 200)
})
