import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Body, type Reply, startTestNetwork, type TestNetwork } from '../../../test/test-network.ts'

const refusal = ({ status, body }: Reply) => [status, body.NeutronError?.type, body.NeutronError?.message]
const bad = (reason: string) => [400, 'BadRequest', `Bad floatingip request: ${reason}.`]

/** An external network, a router with its gateway there, and a port on a subnet that the router is on. */
const world = async ({ admin, member }: TestNetwork) => {
  const { network: outside } = (await admin.post('/v2.0/networks', { network: { 'router:external': true } }))
    .body
  const { subnet: pool } = (
    await admin.post('/v2.0/subnets', {
      // A pool without the addresses that tests ask for, so that no random address is one of them; likewise below.
      subnet: {
        ...{ network_id: outside.id, cidr: '203.0.113.0/24', ip_version: 4, name: 'pool' },
        allocation_pools: [{ start: '203.0.113.2', end: '203.0.113.60' }],
      },
    })
  ).body
  const { network } = (await member.post('/v2.0/networks', { network: {} })).body
  const { subnet } = (
    await member.post('/v2.0/subnets', {
      subnet: {
        ...{ network_id: network.id, cidr: '10.0.0.0/24', ip_version: 4 },
        allocation_pools: [{ start: '10.0.0.2', end: '10.0.0.30' }],
      },
    })
  ).body
  const { router } = (
    await member.post('/v2.0/routers', { router: { external_gateway_info: { network_id: outside.id } } })
  ).body
  await member.put(`/v2.0/routers/${router.id}/add_router_interface`, { subnet_id: subnet.id })
  const { port } = (await member.post('/v2.0/ports', { port: { network_id: network.id, name: 'web' } })).body
  return { outside, pool, network, subnet, router, port }
}

const asking = ({ member }: TestNetwork, outside: Body, more: Body = {}) =>
  member.post('/v2.0/floatingips', { floatingip: { floating_network_id: outside.id, ...more } })

test('a floating IP goes through the router of its port, whose interface and gateway it keeps in use', async () => {
  await using cloud = await startTestNetwork()
  const { member, admin } = cloud
  const { outside, pool, router, port, subnet } = await world(cloud)
  const reply = await asking(cloud, outside, { port_id: port.id, description: 'front', dns_name: 'www' })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  const { floatingip } = reply.body
  assert.match(floatingip.floating_ip_address, /^203\.0\.113\.\d+$/)
  assert.deepEqual(
    [floatingip.port_id, floatingip.fixed_ip_address, floatingip.router_id, floatingip.subnet_id],
    [port.id, port.fixed_ips[0].ip_address, router.id, pool.id],
  )
  assert.deepEqual([floatingip.description, floatingip.dns_name], ['front', 'www'])
  assert.deepEqual(floatingip.port_details, {
    name: 'web',
    network_id: port.network_id,
    mac_address: port.mac_address,
    admin_state_up: true,
    status: 'DOWN',
    device_id: '',
    device_owner: '',
  })
  const path = `/v2.0/floatingips/${floatingip.id}`
  const [held] = (await admin.get(`/v2.0/ports?device_id=${floatingip.id}`)).body.ports
  assert.deepEqual([held.device_owner, held.project_id, held.status], ['network:floatingip', '', 'N/A'])
  assert.equal((await admin.delete(`/v2.0/ports/${held.id}`)).body.NeutronError.type, 'ServicePortInUse')
  const interfaces = `/v2.0/routers/${router.id}/remove_router_interface`
  assert.deepEqual(refusal(await member.put(interfaces, { subnet_id: subnet.id })), [
    409,
    'RouterInterfaceInUseByFloatingIP',
    `Router interface for subnet ${subnet.id} on router ${router.id} cannot be deleted, ` +
      'as it is required by one or more floating IPs.',
  ])
  assert.deepEqual(
    refusal(await member.put(`/v2.0/routers/${router.id}`, { router: { external_gateway_info: null } })),
    [
      409,
      'RouterExternalGatewayInUseByFloatingIp',
      `Gateway cannot be updated for router ${router.id}, since a gateway to external network ${outside.id} ` +
        'is required by one or more floating IPs.',
    ],
  )
  assert.deepEqual(refusal(await asking(cloud, outside, { port_id: port.id })).slice(0, 2), [
    409,
    'FloatingIPPortAlreadyAssociated',
  ])

  const parted = await member.put(path, { floatingip: { port_id: null } })
  assert.deepEqual(
    [parted.body.floatingip.port_id, parted.body.floatingip.router_id, parted.body.floatingip.status],
    [null, null, 'DOWN'],
  )
  assert.equal((await member.put(interfaces, { subnet_id: subnet.id })).status, 200)
  assert.equal((await member.delete(path)).status, 204)
  assert.deepEqual((await admin.get(`/v2.0/ports?device_id=${floatingip.id}`)).body.ports, [])
  assert.deepEqual(refusal(await member.get(path)), [
    404,
    'FloatingIPNotFound',
    `Floating IP ${floatingip.id} could not be found`,
  ])
})

test('a floating IP is disassociated when its port is deleted or loses the fixed IP', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const { outside, port, network, subnet } = await world(cloud)
  const { floatingip } = (await asking(cloud, outside, { port_id: port.id })).body
  const path = `/v2.0/floatingips/${floatingip.id}`
  assert.equal((await member.delete(`/v2.0/ports/${port.id}`)).status, 204)
  const alone = (await member.get(path)).body.floatingip
  assert.deepEqual([alone.port_id, alone.fixed_ip_address, alone.port_details], [null, null, null])

  const { port: other } = (await member.post('/v2.0/ports', { port: { network_id: network.id } })).body
  const again = await member.put(path, { floatingip: { port_id: other.id } })
  assert.equal(again.body.floatingip.port_id, other.id)
  const fixed_ips = [{ subnet_id: subnet.id, ip_address: '10.0.0.200' }]
  assert.equal((await member.put(`/v2.0/ports/${other.id}`, { port: { fixed_ips } })).status, 200)
  assert.equal((await member.get(path)).body.floatingip.port_id, null)
})

test('a floating IP that cannot be associated is refused with Neutron’s message', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const { outside, network, port } = await world(cloud)
  assert.deepEqual(
    refusal(await asking(cloud, network)),
    bad(`Network ${network.id} is not a valid external network`),
  )
  assert.deepEqual(
    refusal(await asking(cloud, outside, { fixed_ip_address: '10.0.0.9' })),
    bad('fixed_ip_address cannot be specified without a port_id'),
  )
  assert.deepEqual(
    refusal(await asking(cloud, outside, { port_id: port.id, fixed_ip_address: '10.0.0.250' })),
    bad(`Port ${port.id} does not have fixed ip 10.0.0.250`),
  )
  const { network: apart } = (await member.post('/v2.0/networks', { network: {} })).body
  const lonely = (await member.post('/v2.0/ports', { port: { network_id: apart.id } })).body.port
  assert.deepEqual(
    refusal(await asking(cloud, outside, { port_id: lonely.id })),
    bad(`Cannot add floating IP to port ${lonely.id} that has no fixed IPv4 addresses`),
  )
  const { subnet } = (
    await member.post('/v2.0/subnets', {
      subnet: { network_id: apart.id, cidr: '10.5.0.0/24', ip_version: 4 },
    })
  ).body
  const cut = (await member.post('/v2.0/ports', { port: { network_id: apart.id } })).body.port
  assert.deepEqual(refusal(await asking(cloud, outside, { port_id: cut.id })), [
    404,
    'ExternalGatewayForFloatingIPNotFound',
    `External network ${outside.id} is not reachable from subnet ${subnet.id}.  ` +
      `Therefore, cannot associate Port ${cut.id} with a Floating IP.`,
  ])
  const fixed_ips = [{ ip_address: '10.0.0.40' }, { ip_address: '10.0.0.41' }]
  const two = (await member.post('/v2.0/ports', { port: { network_id: network.id, fixed_ips } })).body.port
  assert.deepEqual(
    refusal(await asking(cloud, outside, { port_id: two.id })),
    bad(
      `Port ${two.id} has multiple fixed IPv4 addresses.  ` +
        'Must provide a specific IPv4 address when assigning a floating IP',
    ),
  )
  assert.equal((await asking(cloud, outside, { port_id: two.id, fixed_ip_address: '10.0.0.41' })).status, 201)
  assert.equal((await asking(cloud, outside, { floating_ip_address: '203.0.113.9' })).status, 403)
  const { floatingips } = (await member.get('/v2.0/floatingips')).body
  assert.equal(floatingips.length, 1, 'what was refused left nothing behind')
})

test('administrators choose the address of a floating IP; quotas apply, and pools are listed', async () => {
  await using cloud = await startTestNetwork()
  const { admin, member } = cloud
  const { outside, pool } = await world(cloud)
  const chosen = await admin.post('/v2.0/floatingips', {
    floatingip: { floating_network_id: outside.id, floating_ip_address: '203.0.113.99', project_id: 'alpha' },
  })
  assert.deepEqual(
    [chosen.body.floatingip.floating_ip_address, chosen.body.floatingip.project_id],
    ['203.0.113.99', 'alpha'],
  )
  await admin.put('/v2.0/quotas/alpha', { quota: { floatingip: 1 } })
  assert.deepEqual(refusal(await asking(cloud, outside)), [
    409,
    'OverQuota',
    "Quota exceeded for resources: ['floatingip'].",
  ])
  assert.deepEqual((await member.get('/v2.0/floatingip_pools')).body.floatingip_pools, [
    {
      network_id: outside.id,
      subnet_id: pool.id,
      subnet_name: 'pool',
      cidr: '203.0.113.0/24',
      project_id: 'alpha',
      tenant_id: 'alpha',
    },
  ])
  const stranger = cloud.as('beta', 'member', 'reader')
  assert.deepEqual((await stranger.get('/v2.0/floatingips')).body.floatingips, [])
  assert.equal((await stranger.get(`/v2.0/floatingips/${chosen.body.floatingip.id}`)).status, 404)
})

test('a floating IP is ACTIVE once an agent runs its router, and DOWN if the router is disabled', async () => {
  await using cloud = await startTestNetwork({ routed: true })
  const { member, admin } = cloud
  const { outside, router, port } = await world(cloud)
  const { floatingip } = (await asking(cloud, outside, { port_id: port.id })).body
  const path = `/v2.0/floatingips/${floatingip.id}`
  await cloud.settled()
  assert.equal((await member.get(path)).body.floatingip.status, 'ACTIVE')
  const { ports } = (await admin.get(`/v2.0/ports?device_id=${router.id}`)).body
  assert.deepEqual(
    ports.map((each: Body) => [each['binding:host_id'], each.status]),
    [
      ['host-1', 'ACTIVE'],
      ['host-1', 'ACTIVE'],
    ],
  )
  const parted = await member.put(path, { floatingip: { port_id: null } })
  assert.equal(parted.body.floatingip.status, 'DOWN')
  await member.put(path, { floatingip: { port_id: port.id } })
  await member.put(`/v2.0/routers/${router.id}`, { router: { admin_state_up: false } })
  await cloud.settled()
  assert.equal((await member.get(path)).body.floatingip.status, 'DOWN')
})

test('an external network is deleted with its unassociated floating IPs; an associated one keeps it', async () => {
  await using cloud = await startTestNetwork()
  const { admin, member } = cloud
  const { outside, port } = await world(cloud)
  const { floatingip } = (await asking(cloud, outside)).body
  const path = `/v2.0/floatingips/${floatingip.id}`
  const network = `/v2.0/networks/${outside.id}`
  const held = { floatingip: { floating_network_id: outside.id, port_id: port.id } }
  const associated = (await member.post('/v2.0/floatingips', held)).body.floatingip
  const portOf = async (deviceId: string) =>
    (await admin.get(`/v2.0/ports?network_id=${outside.id}&device_id=${deviceId}`)).body.ports[0].id
  const [type, message] = refusal(await admin.delete(network)).slice(1)
  assert.equal(type, 'NetworkInUse')
  // A floating IP is associated through a gateway only, which keeps the network too; so the refusal names both ports.
  const named = message
    .match(/is: (.*)\.$/)?.[1]
    .split(',')
    .toSorted()
  assert.deepEqual(named, [await portOf(associated.id), await portOf(associated.router_id)].toSorted())
  assert.equal((await member.get(path)).status, 200, 'what was refused changed nothing')
  assert.equal((await member.delete(`/v2.0/floatingips/${associated.id}`)).status, 204)

  const { network: other } = (await admin.post('/v2.0/networks', { network: { 'router:external': true } }))
    .body
  await admin.post('/v2.0/subnets', {
    subnet: { network_id: other.id, cidr: '198.51.100.0/24', ip_version: 4 },
  })
  const idle = (await asking(cloud, other)).body.floatingip
  assert.equal((await admin.delete(`/v2.0/networks/${other.id}`)).status, 204)
  assert.equal((await member.get(`/v2.0/floatingips/${idle.id}`)).status, 404)
  assert.equal((await member.put(path, { floatingip: { port_id: port.id } })).status, 200)
})
