import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { swiftAccount } from './account.ts'

it('COPY copies an object, and OPTIONS lists the allowed methods', async () => {
  await using cloud = await startTestCloud()
  const account = swiftAccount(cloud, await cloud.person('ann'))
  await account.ask('PUT', '/box')
  await account.ask('PUT', '/box/a', { body: 'apples' })
  const copied = await account.ask('COPY', '/box/a', { headers: { destination: 'box/b' } })
  assert.equal(copied.status, 201)
  assert.equal((await account.ask('GET', '/box/b')).text, 'apples')
  for (const [path, allowed] of [
    ['/box', 'DELETE, GET, HEAD, OPTIONS, POST, PUT'],
    ['/box/a', 'COPY, DELETE, GET, HEAD, OPTIONS, POST, PUT'],
  ] as const) {
    const { status, headers } = await account.ask('OPTIONS', path)
    assert.deepEqual([status, headers.get('allow')], [200, allowed])
  }
})

it('the healthcheck answers OK', async () => {
  await using cloud = await startTestCloud()
  const reply = await fetch(`${cloud.url}/object-store/healthcheck`, { signal: AbortSignal.timeout(10_000) })
  assert.deepEqual([reply.status, await reply.text()], [200, 'OK'])
})
