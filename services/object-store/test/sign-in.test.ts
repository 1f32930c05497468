import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Client } from '@nimbo/testkit/client'
import { passwordOf } from '@nimbo/testkit/join-project'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

describe('clients without Keystone', () => {
  let cloud: TestCloud
  let ann: Client
  before(async () => {
    cloud = await startTestCloud()
    ann = await cloud.person('ann')
  })
  after(() => cloud[Symbol.asyncDispose]())

  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${cloud.url}/object-store${path}`, { headers })

  it('log in with names and a password (auth v1.0), and get a token and the URL of their account', async () => {
    const reply = await ask('/auth/v1.0', { 'x-auth-user': 'ann:ann', 'x-auth-key': passwordOf('ann') })
    const address = reply.headers.get('x-storage-url') ?? ''
    assert.deepEqual([reply.status, address], [200, `${cloud.url}/object-store/v1/AUTH_${ann.projectId}`])
    assert.ok(Number(reply.headers.get('x-auth-token-expires')) > 0)
    const token = reply.headers.get('x-auth-token') ?? ''
    assert.equal(reply.headers.get('x-storage-token'), token)
    assert.equal((await fetch(address, { headers: { 'x-auth-token': token } })).status, 204)
    const older = { 'x-storage-user': 'ann:ann', 'x-storage-pass': passwordOf('ann') }
    assert.equal((await ask('/auth/v1.0', older)).status, 200)
  })

  it('get no token without the right password', async () => {
    for (const headers of [
      { 'x-auth-user': 'ann:ann', 'x-auth-key': 'guessed' },
      { 'x-auth-user': 'admin:ann', 'x-auth-key': passwordOf('ann') },
      { 'x-auth-user': 'ann', 'x-auth-key': passwordOf('ann') },
      { 'x-auth-user': 'ann:ann' },
    ]) {
      const reply = await ask('/auth/v1.0', headers)
      assert.deepEqual([reply.status, reply.headers.get('x-auth-token')], [401, null])
    }
  })

  it('get the URLs of objects from /endpoints', async () => {
    const at = (path: string): string => `${cloud.url}/object-store/v1/${path}`
    assert.deepEqual(await (await ask('/endpoints/AUTH_a/c/o%20o')).json(), [at('AUTH_a/c/o%20o')])
    assert.deepEqual(await (await ask('/endpoints/v1/AUTH_a/c')).json(), [at('AUTH_a/c')])
    assert.deepEqual(await (await ask('/endpoints/v2/AUTH_a/c/o')).json(), {
      endpoints: [at('AUTH_a/c/o')],
      headers: { 'X-Backend-Storage-Policy-Index': '0' },
    })
    assert.equal((await ask('/v1/endpoints')).status, 200)
    const put = await fetch(`${cloud.url}/object-store/endpoints/AUTH_a`, { method: 'PUT' })
    assert.equal(put.status, 405)
  })
})
