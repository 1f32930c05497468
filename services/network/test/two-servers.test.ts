import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Body, type Client, type Reply, startTestNetwork } from './test-network.ts'

const all = (count: number, doors: readonly Client[], ask: (door: Client) => Promise<Reply>) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(doors[index % doors.length] as Client)))

const networkOf = async (door: Client): Promise<string> =>
  (await door.post('/v2.0/networks', { network: {} })).body.network.id

test('two servers allocate each remaining address once, and refuse further ports', async () => {
  await using cloud = await startTestNetwork({ servers: 2 })
  const network_id = await networkOf(cloud.member)
  const pool = { start: '10.0.0.2', end: '10.0.0.5' }
  const subnet = { network_id, ip_version: 4, cidr: '10.0.0.0/28', enable_dhcp: false }
  await cloud.member.post('/v2.0/subnets', { subnet: { ...subnet, allocation_pools: [pool] } })
  const replies = await all(12, cloud.doors, (door) => door.post('/v2.0/ports', { port: { network_id } }))
  const made = replies.filter(({ status }) => status === 201)
  assert.deepEqual(made.map(({ body }) => body.port.fixed_ips[0].ip_address).toSorted(), [
    '10.0.0.2',
    '10.0.0.3',
    '10.0.0.4',
    '10.0.0.5',
  ])
  for (const { status, body } of replies.filter((reply) => !made.includes(reply)))
    assert.deepEqual([status, body.NeutronError.type], [409, 'IpAddressGenerationFailure'])
  assert.equal((await cloud.member.get('/v2.0/ports')).body.ports.length, 4)
})

test('parallel requests to two servers do not exceed the quota of a project', async () => {
  await using cloud = await startTestNetwork({ servers: 2 })
  await cloud.admin.put('/v2.0/quotas/alpha', { quota: { network: 3 } })
  const replies = await all(9, cloud.doors, (door) => door.post('/v2.0/networks', { network: {} }))
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [
    ...Array(3).fill(201),
    ...Array(6).fill(409),
  ])
})

test('parallel requests to two servers create only one default security group', async () => {
  await using cloud = await startTestNetwork({ servers: 2 })
  await all(6, cloud.doors, (door) => door.get('/v2.0/security-groups'))
  const { body } = await cloud.member.get('/v2.0/security-groups')
  assert.equal(body.security_groups.length, 1)
})

test('each port event is sent to compute once, although three servers run', async () => {
  await using cloud = await startTestNetwork({ servers: 3 })
  const network_id = await networkOf(cloud.member)
  const subnet = { network_id, ip_version: 4, cidr: '10.0.0.0/24' }
  await cloud.member.post('/v2.0/subnets', { subnet })
  const servers = Array.from({ length: 20 }, (_, index) => `server-${index}`)
  await Promise.all(
    servers.map((device_id) =>
      cloud.nova.post('/v2.0/ports', {
        port: { network_id, device_id, device_owner: 'compute:nova', 'binding:host_id': 'host-1' },
      }),
    ),
  )
  await cloud.settled()
  const plugged = cloud.events.filter(({ name }) => name === 'network-vif-plugged')
  assert.deepEqual(plugged.map(({ server_uuid }) => server_uuid).toSorted(), servers.toSorted())
})

test('ports created in parallel do not exceed the quota of any of their projects', async () => {
  await using cloud = await startTestNetwork({ servers: 2 })
  const shared = { network: { shared: true } }
  const network_id: string = (await cloud.admin.post('/v2.0/networks', shared)).body.network.id
  const subnet = { network_id, ip_version: 4, cidr: '10.0.0.0/24', enable_dhcp: false }
  await cloud.admin.post('/v2.0/subnets', { subnet })
  const projects = ['alpha', 'beta', 'gamma']
  for (const projectId of projects) {
    const quota = { port: projectId === 'gamma' ? -1 : 5 }
    await cloud.admin.put(`/v2.0/quotas/${projectId}`, { quota })
  }
  const portOf = (project_id: string) => ({ network_id, project_id })
  const singles = projects.flatMap((projectId) => Array<string>(8).fill(projectId))
  const requests = [
    ...singles.map((projectId) => ({ port: portOf(projectId) })),
    // Projects are locked in one order, so that these two requests cannot deadlock.
    { ports: [portOf('alpha'), portOf('beta')] },
    { ports: [portOf('beta'), portOf('alpha')] },
  ]
  const replies = await Promise.all(requests.map((body) => cloud.nova.post('/v2.0/ports', body)))
  for (const { status, body } of replies.filter((reply) => reply.status !== 201))
    assert.deepEqual([status, body.NeutronError.type], [409, 'OverQuota'])
  const { ports } = (await cloud.admin.get('/v2.0/ports')).body
  const had = projects.map((projectId) => ports.filter((port: Body) => port.project_id === projectId).length)
  assert.deepEqual(had, [5, 5, 8])
  const addresses = ports.map((port: Body) => port.fixed_ips[0].ip_address)
  assert.equal(new Set(addresses).size, 18)
  assert.equal(new Set(ports.map((port: Body) => port.mac_address)).size, 18)
})
