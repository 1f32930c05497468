import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

test('an endpoint with the old attribute region creates the region; one with region_id needs it to exist', async () => {
  await using cloud = await startTestCloud()
  const { identity } = cloud.admin
  const service = await identity.post('/v3/services', { service: { type: 'dns', name: 'designate' } })
  const endpoint = { service_id: service.body.service.id, interface: 'public', url: 'http://127.0.0.1:9001' }
  const refused = await identity.post('/v3/endpoints', { endpoint: { ...endpoint, region_id: 'nowhere' } })
  assert.equal(refused.status, 400)
  assert.equal((await identity.get('/v3/regions/nowhere')).status, 404)

  const made = await identity.post('/v3/endpoints', { endpoint: { ...endpoint, region: 'edge' } })
  assert.equal(made.status, 201)
  assert.equal(made.body.endpoint.region_id, 'edge')
  assert.equal((await identity.get('/v3/regions/edge')).status, 200)
  const moved = await identity.patch(`/v3/endpoints/${made.body.endpoint.id}`, {
    endpoint: { region: 'core' },
  })
  assert.equal(moved.body.endpoint.region_id, 'core')
})
