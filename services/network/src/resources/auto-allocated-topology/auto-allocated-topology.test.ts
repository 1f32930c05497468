import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Body, type Reply, startTestNetwork, type TestNetwork } from '../../../test/test-network.ts'

const refusal = ({ status, body }: Reply) => [status, body.NeutronError?.message]
const path = '/v2.0/auto-allocated-topology/alpha'

const prepare = async ({ admin }: TestNetwork): Promise<string> => {
  const network = { 'router:external': true, is_default: true }
  const { id } = (await admin.post('/v2.0/networks', { network })).body.network
  const outside = { network_id: id, ip_version: 4, cidr: '198.51.100.0/24', enable_dhcp: false }
  await admin.post('/v2.0/subnets', { subnet: outside })
  const pool = {
    name: 'usual',
    prefixes: ['10.40.0.0/16'],
    default_prefixlen: 26,
    is_default: true,
    shared: true,
  }
  await admin.post('/v2.0/subnetpools', { subnetpool: pool })
  return id
}

test('GET of an auto-allocated topology makes a network with a router to the default external network', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  assert.deepEqual(refusal(await member.get(path)), [
    409,
    'Deployment error: No default router:external network.',
  ])
  const outside = await prepare(cloud)
  assert.equal((await member.get(`${path}?fields=dry-run`)).body.auto_allocated_topology.id, 'dry-run=pass')
  assert.deepEqual((await member.get('/v2.0/routers')).body.routers, [])
  const made = await member.get(path)
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const { id, tenant_id } = made.body.auto_allocated_topology
  assert.equal(tenant_id, 'alpha')
  assert.equal((await member.get(path)).body.auto_allocated_topology.id, id)
  const subnets = (await member.get(`/v2.0/subnets?network_id=${id}`)).body.subnets
  assert.deepEqual(
    subnets.map(({ cidr }: Body) => cidr),
    ['10.40.0.0/26'],
  )
  const [router] = (await member.get('/v2.0/routers')).body.routers
  assert.equal(router.external_gateway_info.network_id, outside)
  const owner = 'device_owner=network:router_interface'
  assert.equal((await member.get(`/v2.0/ports?network_id=${id}&${owner}`)).body.ports.length, 1)

  assert.equal((await cloud.as('beta', 'member', 'reader').get(path)).status, 403)
  assert.equal((await member.delete(path)).status, 204)
  assert.equal((await member.delete(path)).status, 204)
  assert.equal((await member.get(`/v2.0/networks/${id}`)).status, 404)
  assert.deepEqual((await member.get('/v2.0/routers')).body.routers, [])
})

test('nothing of an auto-allocated topology remains if its router would exceed the quota', async () => {
  await using cloud = await startTestNetwork({
    config: (defaults) => ({ ...defaults, QUOTAS: { ...defaults.QUOTAS, quota_router: 0 } }),
  })
  await prepare(cloud)
  assert.equal((await cloud.member.get(path)).status, 409)
  const own = (await cloud.member.get('/v2.0/networks?project_id=alpha')).body.networks
  assert.deepEqual(own, [])
})

test('a second default external network is refused', async () => {
  await using cloud = await startTestNetwork()
  const id = await prepare(cloud)
  const network = { 'router:external': true, is_default: true }
  assert.deepEqual(refusal(await cloud.admin.post('/v2.0/networks', { network })), [
    409,
    `A default external network already exists: ${id}.`,
  ])
})
