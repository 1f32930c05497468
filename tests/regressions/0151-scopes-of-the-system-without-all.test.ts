import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { door } from '@nimbo/testkit/client'
import { passwordOf } from '@nimbo/testkit/join-project'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

// `{"system": {}}` was a malformed body; it asks for the system as `{"system": {"all": true}}` does.
describe('a scope of the system that does not say all', () => {
  it('is given to those with a role on the system, and refused like any other to those without', async () => {
    await using cloud = await startTestCloud({ hosts: 0 })
    await cloud.person('ada')
    const login = (name: string, password: string) => {
      const user = { name, password, domain: { id: 'default' } }
      const auth = { identity: { methods: ['password'], password: { user } }, scope: { system: {} } }
      return door(`${cloud.url}/identity`, 'identity', undefined).post('/v3/auth/tokens', { auth })
    }
    const { status, body } = await login('admin', cloud.access.password)
    assert.equal(status, 201)
    assert.deepEqual(body.token.system, { all: true })
    assert.equal((await login('ada', passwordOf('ada'))).status, 401)
  })
})
