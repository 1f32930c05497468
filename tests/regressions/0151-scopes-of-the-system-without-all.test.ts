import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { door } from '@nimbo/testkit/client'
import { passwordOf } from '@nimbo/testkit/join-project'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

// `{"system": {}}` was refused as malformed; it means the same as `{"system": {"all": true}}`.
describe('the scope {"system": {}}', () => {
  it('gives a token for the system to a user with a role there, and 401 to one without', async () => {
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
