import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rootOf } from './api.ts'
import { fetchSender } from './fetch-sender.ts'

test('fetchSender sends a call by fetch to the root of the service, with its query, body and headers', async () => {
  const asked: [string, RequestInit | undefined][] = []
  const send = fetchSender({
    root: rootOf('https://cloud/compute/v2.1'),
    headers: async () => ({ 'x-auth-token': 'secret' }),
    fetch: async (url, init) => {
      asked.push([String(url), init])
      return new Response('{"a":1}', { status: 202, headers: { 'X-Subject-Token': 't' } })
    },
    timeoutMs: 1_000,
  })
  const reply = await send({
    method: 'POST',
    path: '/v2.1/servers',
    query: new URLSearchParams({ a: '1' }),
    headers: { accept: 'application/json' },
    body: '{}',
  })
  assert.deepEqual(
    [reply.status, reply.headers['x-subject-token'], await reply.text()],
    [202, 't', '{"a":1}'],
  )
  const [[url, init] = []] = asked
  assert.equal(url, 'https://cloud/compute/v2.1/servers?a=1')
  assert.deepEqual(init?.headers, { accept: 'application/json', 'x-auth-token': 'secret' })
  assert.deepEqual([init?.method, init?.body, init?.signal?.aborted], ['POST', '{}', false])
})

test('the root of a service is its endpoint without the version', () => {
  for (const [endpoint, root] of [
    ['http://cloud/identity', 'http://cloud/identity'],
    ['http://cloud/identity/v3', 'http://cloud/identity'],
    ['http://cloud/compute/v2.1/', 'http://cloud/compute'],
    ['http://cloud:8776/v3/1234', 'http://cloud:8776'],
    ['http://cloud/image/', 'http://cloud/image'],
  ] as const)
    assert.equal(rootOf(endpoint), root)
})
