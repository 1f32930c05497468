import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Body, type Reply, startTestNetwork, type TestNetwork } from '../../../test/test-network.ts'

const refusal = ({ status, body }: Reply) => [status, body.NeutronError?.type, body.NeutronError?.message]
const bad = (reason: string) => [400, 'BadRequest', `Bad port_forwarding request: ${reason}.`]

/** A port behind a router with an external gateway, and a floating IP. */
const world = async ({ admin, member }: TestNetwork) => {
  const { network: outside } = (await admin.post('/v2.0/networks', { network: { 'router:external': true } }))
    .body
  await admin.post('/v2.0/subnets', {
    subnet: { network_id: outside.id, cidr: '203.0.113.0/24', ip_version: 4 },
  })
  const { network } = (await member.post('/v2.0/networks', { network: {} })).body
  const { subnet } = (
    await member.post('/v2.0/subnets', {
      subnet: {
        ...{ network_id: network.id, cidr: '10.0.0.0/24', ip_version: 4 },
        // A pool without the addresses that tests ask for, so that no random address is one of them.
        allocation_pools: [{ start: '10.0.0.2', end: '10.0.0.60' }],
      },
    })
  ).body
  const { router } = (
    await member.post('/v2.0/routers', { router: { external_gateway_info: { network_id: outside.id } } })
  ).body
  await member.put(`/v2.0/routers/${router.id}/add_router_interface`, { subnet_id: subnet.id })
  const { port } = (await member.post('/v2.0/ports', { port: { network_id: network.id } })).body
  const { floatingip } = (
    await member.post('/v2.0/floatingips', { floatingip: { floating_network_id: outside.id } })
  ).body
  const address = `/v2.0/floatingips/${floatingip.id}`
  const path = `${address}/port_forwardings`
  const forward = (more: Body) =>
    member.post(path, { port_forwarding: { internal_port_id: port.id, protocol: 'tcp', ...more } })
  return { outside, network, subnet, router, port, floatingip, address, path, forward }
}

test('port forwardings are created, listed, changed and deleted, and tie the floating IP to the router', async () => {
  await using cloud = await startTestNetwork({ routed: true })
  const { member } = cloud
  const { router, port, floatingip, address, path, forward, subnet } = await world(cloud)
  const made = await forward({ internal_port: 22, external_port: 2222, description: 'ssh' })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, ...shown } = made.body.port_forwarding
  const [fixed] = port.fixed_ips
  assert.deepEqual(shown, {
    internal_port_id: port.id,
    internal_ip_address: fixed.ip_address,
    internal_port: 22,
    external_port: 2222,
    internal_port_range: '22:22',
    external_port_range: '2222:2222',
    protocol: 'tcp',
    description: 'ssh',
  })
  await cloud.settled()
  const leading = (await member.get(address)).body.floatingip
  assert.deepEqual([leading.router_id, leading.port_id, leading.status], [router.id, null, 'ACTIVE'])
  assert.deepEqual(
    leading.port_forwardings.map((each: Body) => [each.id, each.external_port]),
    [[id, 2222]],
  )
  const parting = await member.put(`/v2.0/routers/${router.id}/remove_router_interface`, {
    subnet_id: subnet.id,
  })
  assert.equal(parting.body.NeutronError.type, 'RouterInterfaceInUseByFloatingIP')

  const runs = await forward({
    internal_port_range: '80:82',
    external_port_range: '8080:8082',
    protocol: 'udp',
  })
  assert.deepEqual(
    [runs.body.port_forwarding.internal_port, runs.body.port_forwarding.external_port_range],
    [null, '8080:8082'],
  )
  const listed = await member.get(`${path}?protocol=udp`)
  assert.deepEqual(listed.body.port_forwardings, [runs.body.port_forwarding])
  const one = `${path}/${id}`
  const changed = await member.put(one, { port_forwarding: { external_port: 2022 } })
  assert.deepEqual(
    [changed.status, changed.body.port_forwarding.external_port, changed.body.port_forwarding.internal_port],
    [200, 2022, 22],
  )
  assert.deepEqual((await member.get(one)).body, changed.body)

  assert.equal((await member.delete(one)).status, 204)
  assert.equal((await member.get(address)).body.floatingip.router_id, router.id)
  assert.equal((await member.delete(`${path}/${runs.body.port_forwarding.id}`)).status, 204)
  const idle = (await member.get(address)).body.floatingip
  assert.deepEqual([idle.router_id, idle.status, idle.port_forwardings], [null, 'DOWN', []])
  assert.deepEqual(refusal(await member.get(one)), [
    404,
    'PortForwardingNotFound',
    `Port Forwarding ${id} could not be found.`,
  ])
  assert.equal(floatingip.router_id, null)
})

test('port forwardings are deleted with their floating IP, their port or the port’s fixed IP', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const { port, address, path, forward, subnet } = await world(cloud)
  await forward({ internal_port: 80, external_port: 80 })
  const fixed_ips = [{ subnet_id: subnet.id, ip_address: '10.0.0.201' }]
  await member.put(`/v2.0/ports/${port.id}`, { port: { fixed_ips } })
  assert.deepEqual((await member.get(path)).body.port_forwardings, [])
  await forward({ internal_port: 80, external_port: 80 })
  assert.equal((await member.delete(`/v2.0/ports/${port.id}`)).status, 204)
  assert.deepEqual((await member.get(path)).body.port_forwardings, [])
  assert.equal((await member.get(address)).body.floatingip.router_id, null)

  const other = (await member.post('/v2.0/ports', { port: { network_id: port.network_id } })).body.port
  await forward({ internal_port_id: other.id, internal_port: 80, external_port: 80 })
  assert.equal((await member.delete(address)).status, 204)
  assert.equal((await member.get(path)).body.NeutronError.type, 'FloatingIPNotFound')
})

test('an invalid, conflicting or forbidden port forwarding is refused, and nothing is created', async () => {
  await using cloud = await startTestNetwork()
  const { member, admin } = cloud
  const { port, outside, path, address, forward, floatingip } = await world(cloud)
  assert.equal((await forward({ internal_port: 22, external_port: 2222 })).status, 201)
  const clash = await forward({
    internal_port: 23,
    external_port_range: '2220:2230',
    internal_port_range: '1:1',
  })
  assert.equal(clash.status, 400)
  assert.equal(
    (await forward({ internal_port: 23, external_port: 2222 })).body.NeutronError.type,
    'BadRequest',
  )
  assert.equal(
    (await forward({ internal_port: 22, external_port: 2223 })).body.NeutronError.type,
    'BadRequest',
  )
  assert.deepEqual(
    refusal(await forward({ internal_port: 22 })),
    bad('Either external_port or external_port_range must be specified'),
  )
  assert.deepEqual(
    refusal(await forward({ internal_port_range: '1:3', external_port_range: '10:11' })),
    bad('The internal and the external port range must have the same size'),
  )
  for (const wrong of [
    { external_port: 0 },
    { external_port: 65_536 },
    { protocol: 'icmp' },
    { external_port_range: '9:1' },
  ])
    assert.equal((await forward({ internal_port: 9, external_port: 9, ...wrong })).status, 400)
  const elsewhere = { internal_ip_address: '10.0.0.250', internal_port: 1, external_port: 1 }
  assert.equal((await forward(elsewhere)).body.NeutronError.type, 'BadRequest')

  assert.deepEqual(refusal(await member.put(address, { floatingip: { port_id: port.id } })), [
    409,
    'FipInUseByPortForwarding',
    `Floating IP ${floatingip.id} in use by Port Forwarding resources.`,
  ])
  const whole = { floatingip: { floating_network_id: outside.id, port_id: port.id } }
  assert.deepEqual(refusal(await member.post('/v2.0/floatingips', whole)).slice(0, 2), [
    409,
    'PortHasPortForwarding',
  ])
  const { port: second } = (await member.post('/v2.0/ports', { port: { network_id: port.network_id } })).body
  const { floatingip: own } = (
    await member.post('/v2.0/floatingips', {
      floatingip: { floating_network_id: outside.id, port_id: second.id },
    })
  ).body
  const wanted = { internal_port_id: second.id, internal_port: 5, external_port: 5, protocol: 'tcp' }
  for (const bound of [
    await forward(wanted),
    await member.post(`/v2.0/floatingips/${own.id}/port_forwardings`, {
      port_forwarding: { ...wanted, internal_ip_address: own.fixed_ip_address },
    }),
  ])
    assert.deepEqual(refusal(bound), [
      409,
      'PortHasBindingFloatingIP',
      `Cannot create port forwarding to floating IP ${own.floating_ip_address} (${own.id}) with port ${second.id} ` +
        `using fixed IP ${own.fixed_ip_address}, as that port already has a binding floating IP.`,
    ])

  const stranger = cloud.as('beta', 'member', 'reader')
  assert.equal((await stranger.get(path)).status, 404)
  assert.equal((await stranger.post(path, { port_forwarding: {} })).status, 404)
  const reader = cloud.as('alpha', 'reader')
  assert.equal((await reader.get(path)).body.port_forwardings.length, 1)
  assert.equal(
    (await reader.post(path, { port_forwarding: { internal_port_id: port.id, protocol: 'tcp' } })).status,
    403,
  )
  assert.equal((await admin.get(path)).body.port_forwardings.length, 1)
})
