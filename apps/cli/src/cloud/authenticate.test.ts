import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDoubleCloud } from '../../test/double-cloud.ts'
import { runAgainst } from '../../test/run-cli.ts'
import { authenticate } from './authenticate.ts'
import { createRest } from './rest.ts'
import { httpTransport } from './transport.ts'

test('a domain given beside a project is that of the user and of the project', async () => {
  await using cloud = await startDoubleCloud()
  const askedWith = async (options: string) => {
    await runAgainst(cloud, `token issue ${options}`)
    return JSON.parse(cloud.received.at(-1)?.body ?? '').auth
  }
  const named = await askedWith('--os-domain-name physics')
  assert.deepEqual(named.identity.password.user.domain, { name: 'physics' })
  assert.deepEqual(named.scope, { project: { name: 'demo', domain: { name: 'physics' } } })
  const apart = await askedWith('--os-domain-id 1 --os-user-domain-name people')
  assert.deepEqual(apart.identity.password.user.domain, { name: 'people' })
  assert.deepEqual(apart.scope, { project: { name: 'demo', domain: { id: '1' } } })
})

test('a password that is in no option, variable or file is asked for, where there is somebody to ask', async () => {
  await using cloud = await startDoubleCloud()
  const rest = createRest(httpTransport({ insecure: false }), undefined)
  const settings = { auth_url: `${cloud.url}/identity`, username: 'alice', insecure: false }
  await assert.rejects(authenticate(rest, settings), /Missing value password/)
  assert.equal(cloud.received.length, 0)
  const { token } = await authenticate(rest, settings, async () => 'typed')
  assert.equal(token, 'the-token')
  assert.equal(JSON.parse(cloud.received[0]?.body ?? '').auth.identity.password.user.password, 'typed')
})
