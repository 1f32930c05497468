import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

// Callers whom the policy forbids to create a resource got the error of the schema for a malformed body.
describe('a request to identity with a malformed body', () => {
  it('gives 403 to a user whom the policy rule does not allow it, and 400 to the admin', async () => {
    await using cloud = await startTestCloud({ hosts: 0 })
    const { identity } = await cloud.person('ada')
    for (const [path, body] of [
      ['/v3/OS-TRUST/trusts', { trust: {} }],
      ['/v3/OS-TRUST/trusts', { trust: { trustor_user_id: 7 } }],
      ['/v3/users', { user: { name: 7 } }],
      ['/v3/groups', {}],
      ['/v3/projects', { project: 'mine' }],
      ['/v3/credentials', { credential: { user_id: 'somebody' } }],
    ] as const) {
      const refused = await identity.post(path, body)
      assert.equal(refused.status, 403, `${path} ${JSON.stringify(refused.body)}`)
      assert.equal((await cloud.admin.identity.post(path, body)).status, path.endsWith('trusts') ? 403 : 400)
    }
  })

  it('gives 400 and names the field to a user who may create the resource', async () => {
    await using cloud = await startTestCloud({ hosts: 0 })
    const { identity, userId } = await cloud.person('ada')
    const trust = { trustor_user_id: userId, trustee_user_id: 'somebody', impersonation: 'yes' }
    const refused = await identity.post('/v3/OS-TRUST/trusts', { trust })
    assert.equal(refused.status, 400)
    assert.match(refused.body.error.message, /^Invalid input for field 'impersonation'/)
  })
})
