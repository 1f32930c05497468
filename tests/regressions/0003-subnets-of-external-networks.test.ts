import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

test('every project sees an external network, but not its subnets', async () => {
  await using cloud = await startTestCloud()
  const ada = await cloud.person('ada')
  const { network } = cloud.admin
  const made = await network.post('/v2.0/networks', { network: { name: 'public', 'router:external': true } })
  const { id } = made.body.network
  const subnet = { network_id: id, ip_version: 4, cidr: '203.0.113.0/24' }
  assert.equal((await network.post('/v2.0/subnets', { subnet })).status, 201)

  assert.equal((await ada.network.get(`/v2.0/networks/${id}`)).status, 200)
  assert.deepEqual((await ada.network.get(`/v2.0/subnets?network_id=${id}`)).body.subnets, [])
  assert.equal((await network.get(`/v2.0/subnets?network_id=${id}`)).body.subnets.length, 1)
})
