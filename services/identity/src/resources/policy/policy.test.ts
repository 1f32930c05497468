import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startIdentityStory } from '../../../test/identity-story.ts'

test('operators create, change, list and delete policies, which keep extra attributes', async () => {
  await using story = await startIdentityStory()
  const { token } = await story.member('ann')
  const given = { type: 'application/json', blob: '{"a":"b"}', note: 'mine' }
  const { policy } = await story.asAdmin('POST', '/v3/policies', { policy: given })
  const path = `/v3/policies/${policy.id}`
  const { id: _, links, ...shown } = policy
  assert.deepEqual([shown, links.self], [given, `http://cloud.test/identity${path}`])
  const changed = await story.asAdmin('PATCH', path, { policy: { blob: 'x', other: 1 } })
  const { blob, note, other } = changed.policy
  assert.deepEqual([blob, note, other], ['x', 'mine', 1])
  assert.deepEqual((await story.asAdmin('GET', path)).policy, changed.policy)
  const listed = async (query: string) =>
    (await story.asAdmin('GET', `/v3/policies?${query}`)).policies.length
  assert.deepEqual([await listed('type=application/json'), await listed('type=x')], [1, 0])
  for (const method of ['GET', 'DELETE'])
    assert.equal((await story.send(method, path, { token })).status, 403)
  const wrong = { policy: { type: 'x' } }
  assert.equal((await story.send('POST', '/v3/policies', { token: story.admin, json: wrong })).status, 400)
  await story.asAdmin('DELETE', path)
  const gone = await story.send('GET', path, { token: story.admin })
  assert.deepEqual([gone.status, gone.body.error.message], [404, `Could not find policy: ${policy.id}.`])
})
