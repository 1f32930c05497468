import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

// A member was told 404 of a user that is not there and 403 of one that is, and so learned which ids there are.
it('who may not see users, groups, projects and domains learns not which there are', async () => {
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
