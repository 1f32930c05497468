import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

// A member got 404 for a user that does not exist and 403 for one that does, and so learned which ids exist.
it('a member gets 403, not 404, for users, groups, projects and domains that do not exist', async () => {
  await using cloud = await startTestCloud({ hosts: 0 })
  const { identity, userId } = await cloud.person('ada')
  const nobody = '99999999111141118111111111111111'
  for (const kind of ['users', 'groups', 'projects', 'domains']) {
    assert.equal((await identity.get(`/v3/${kind}/${nobody}`)).status, 403, kind)
    assert.equal((await identity.delete(`/v3/${kind}/${nobody}`)).status, 403, kind)
    assert.equal((await cloud.admin.identity.get(`/v3/${kind}/${nobody}`)).status, 404, kind)
  }
  assert.equal((await identity.get(`/v3/users/${userId}`)).status, 200)
  assert.equal((await identity.get('/v3/domains/default')).status, 200)
})
