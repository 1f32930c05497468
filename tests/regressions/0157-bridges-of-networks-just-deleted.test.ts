import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

/** Agents remove unused bridges once a minute, and until then an audit reported them as leftovers. */
test('an audit does not report the bridge of a network that was just deleted', async () => {
  await using cloud = await startTestCloud()
  const { network } = cloud.admin
  const { id } = (await network.post('/v2.0/networks', { network: {} })).body.network
  const subnet = { network_id: id, ip_version: 4, cidr: '10.0.0.0/24', enable_dhcp: false }
  assert.equal((await network.post('/v2.0/subnets', { subnet })).status, 201)
  const [host] = (await network.get('/v2.0/agents')).body.agents.map((agent: { host: string }) => agent.host)
  const wanted = { network_id: id, 'binding:host_id': host, device_owner: 'compute:nova' }
  const { port } = (await network.post('/v2.0/ports', { port: wanted })).body
  await cloud.settled()
  assert.equal((await network.delete(`/v2.0/ports/${port.id}`)).status, 204)
  assert.equal((await network.delete(`/v2.0/networks/${id}`)).status, 204)
  const { audit } = (await network.get('/v2.0/nimbo-audit?grace=0')).body
  assert.deepEqual(audit.findings, [])
})
