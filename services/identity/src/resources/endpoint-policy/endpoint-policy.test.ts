import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Reply, startIdentityStory } from '../../../test/identity-story.ts'

test('an endpoint’s policy is its own, else that of its region or a parent region, else that of its service', async () => {
  await using story = await startIdentityStory()
  const make = async (type: string) =>
    (await story.asAdmin('POST', '/v3/policies', { policy: { type, blob: '' } })).policy.id
  const service = (await story.asAdmin('POST', '/v3/services', { service: { type: 'map' } })).service.id
  await story.asAdmin('PUT', '/v3/regions/north', { region: {} })
  await story.asAdmin('PUT', '/v3/regions/town', { region: { parent_region_id: 'north' } })
  const order = { service_id: service, interface: 'public', url: 'http://map', region_id: 'town' }
  const endpoint = (await story.asAdmin('POST', '/v3/endpoints', { endpoint: order })).endpoint.id
  const shown = (): Promise<Reply> =>
    story.send('GET', `/v3/endpoints/${endpoint}/OS-ENDPOINT-POLICY/policy`, { token: story.admin })
  const none = await shown()
  assert.deepEqual(
    [none.status, none.body.error.message],
    [404, `No policy is associated with endpoint ${endpoint}.`],
  )
  const places = [
    `services/${service}`,
    `services/${service}/regions/north`,
    `services/${service}/regions/town`,
    `endpoints/${endpoint}`,
  ]
  for (const [index, place] of places.entries()) {
    const policy = await make(`nearer-${index}`)
    const path = `/v3/policies/${policy}/OS-ENDPOINT-POLICY`
    assert.equal((await story.send('GET', `${path}/${place}`, { token: story.admin })).status, 404)
    await story.asAdmin('PUT', `${path}/${place}`)
    for (const method of ['GET', 'HEAD'])
      assert.equal((await story.send(method, `${path}/${place}`, { token: story.admin })).status, 204)
    assert.equal((await shown()).body.policy.id, policy, place)
    const { endpoints } = await story.asAdmin('GET', `${path}/endpoints`)
    assert.deepEqual(
      endpoints.map(({ id }: { id: string }) => id),
      [endpoint],
    )
  }
  const other = await make('instead')
  await story.asAdmin('PUT', `/v3/policies/${other}/OS-ENDPOINT-POLICY/endpoints/${endpoint}`)
  assert.equal((await shown()).body.policy.type, 'instead')
  await story.asAdmin('DELETE', `/v3/policies/${other}/OS-ENDPOINT-POLICY/endpoints/${endpoint}`)
  assert.equal((await shown()).body.policy.type, 'nearer-2')
  const again = await story.send('DELETE', `/v3/policies/${other}/OS-ENDPOINT-POLICY/endpoints/${endpoint}`, {
    token: story.admin,
  })
  assert.deepEqual([again.status, again.body.error.message], [404, 'Could not find policy association.'])
})

test('only operators associate policies, and only with an endpoint or service that exists', async () => {
  await using story = await startIdentityStory()
  const { token } = await story.member('ann')
  const { policy } = await story.asAdmin('POST', '/v3/policies', { policy: { type: 'x', blob: '' } })
  const base = `/v3/policies/${policy.id}/OS-ENDPOINT-POLICY`
  for (const place of ['endpoints/none', 'services/none', 'services/none/regions/RegionOne'])
    assert.equal((await story.send('PUT', `${base}/${place}`, { token: story.admin })).status, 404)
  const [service] = (await story.asAdmin('GET', '/v3/services')).services
  assert.equal((await story.send('PUT', `${base}/services/${service.id}`, { token })).status, 403)
})
