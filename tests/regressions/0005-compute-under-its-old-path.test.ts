import assert from 'node:assert/strict'
import { test } from 'node:test'
import { door } from '@nimbo/testkit/client'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

test('compute serves v2.0, where it ignores microversions and unknown attributes', async () => {
  await using cloud = await startTestCloud()
  const compute = door(`${cloud.url}/compute`, 'compute', cloud.admin.token)
  const { body } = await compute.get('/')
  assert.deepEqual(
    body.versions.map(({ id }: { id: string }) => id),
    ['v2.0', 'v2.1'],
  )
  const newest = await compute.get('/v2.1/flavors')
  assert.equal(newest.headers.get('openstack-api-version'), 'compute 2.104')
  const legacy = await compute.get('/v2/flavors', { 'openstack-api-version': 'compute 9.9' })
  assert.equal(legacy.status, 200)
  assert.equal(legacy.headers.get('openstack-api-version'), 'compute 2.1')
  const server_group = { name: 'old', policies: ['affinity'], colour: 'blue' }
  assert.equal((await compute.post('/v2.1/os-server-groups', { server_group })).status, 400)
  assert.equal((await compute.post('/v2/os-server-groups', { server_group, more: 1 })).status, 200)
})
