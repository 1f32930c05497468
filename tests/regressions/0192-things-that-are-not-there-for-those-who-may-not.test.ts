import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

// A member got 404 for a user that does not exist and 403 for one that does, and so learned which ids exist.
it('a member gets the same 403 for users, groups, projects and domains of others as for missing ones', async () => {
  await using cloud = await startTestCloud({ hosts: 0 })
  const { identity, userId } = await cloud.person('ada')
  const ben = await cloud.person('ben')
  const admin = cloud.admin.identity
  const { group } = (await admin.post('/v3/groups', { group: { name: 'others' } })).body
  const { domain } = (await admin.post('/v3/domains', { domain: { name: 'others' } })).body
  const nobody = '99999999111141118111111111111111'
  for (const [kind, id] of [
    ['users', ben.userId],
    ['groups', group.id],
    ['projects', ben.projectId],
    ['domains', domain.id],
  ]) {
    for (const ask of [identity.get, identity.delete]) {
      const [missing, foreign] = [await ask(`/v3/${kind}/${nobody}`), await ask(`/v3/${kind}/${id}`)]
      assert.deepEqual([missing.status, foreign.status], [403, 403], kind)
      assert.deepEqual(foreign.body, missing.body)
    }
    assert.equal((await admin.get(`/v3/${kind}/${nobody}`)).status, 404, kind)
    assert.equal((await admin.get(`/v3/${kind}/${id}`)).status, 200, kind)
  }
  assert.equal((await identity.get(`/v3/users/${userId}`)).status, 200)
  assert.equal((await identity.get('/v3/domains/default')).status, 200)
})
