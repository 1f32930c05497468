import { imageApi } from '@nimbo/contracts/image/api'
import { listImages } from '@nimbo/contracts/image/images'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { json } from '@nimbo/http/reply'
import type { Clock } from '@nimbo/kernel/clock'
import { serviceClient } from './service-client.ts'
import { asService, asUser, serviceTokens } from './service-tokens.ts'
import { ctx, nothing, recordingTransport } from './transport.testing.ts'

const hourMs = 3_600_000

const setUp = () => {
  let now = Date.parse('2026-01-01T00:00:00Z')
  let failing = false
  const clock: Clock = { now: () => now, after: () => () => {} }
  const { transport, sent } = recordingTransport(async () => {
    if (failing) return json(503, { error: { message: 'busy' } })
    const expires_at = new Date(now + hourMs).toISOString()
    return json(201, { token: { expires_at } }, { 'x-subject-token': `token-${sent.length}` })
  })
  const taken = new Set<string>()
  const { transport: service } = recordingTransport(({ headers = {} }) =>
    [headers['x-auth-token'], headers['x-service-token']].some((token) => token && taken.has(token))
      ? json(401, { error: { message: 'The request you have made requires authentication.' } })
      : nothing,
  )
  const credentials = { username: 'nova', password: 'pw', projectName: 'service', domainName: 'Default' }
  return {
    tokens: serviceTokens(transport, credentials, clock),
    ...{ sent, taken, service },
    skip: (ms: number) => {
      now += ms
    },
    fail: (whether: boolean) => {
      failing = whether
    },
  }
}

test('concurrent callers share one request for a token, and the token is cached', async () => {
  const { tokens, sent } = setUp()
  assert.deepEqual(
    await Promise.all([tokens.get(ctx), tokens.get(ctx), tokens.get(ctx)]),
    Array(3).fill('token-1'),
  )
  assert.equal(await tokens.get(ctx), 'token-1')
  assert.equal(sent.length, 1)
  const { auth } = JSON.parse(String(sent[0]?.body))
  assert.deepEqual(auth, {
    identity: {
      methods: ['password'],
      password: { user: { name: 'nova', password: 'pw', domain: { name: 'Default' } } },
    },
    scope: { project: { name: 'service', domain: { name: 'Default' } } },
  })
})

test('a token is renewed two minutes before it expires, so that none expires in a request', async () => {
  const { tokens, skip } = setUp()
  await tokens.get(ctx)
  skip(hourMs - 121_000)
  assert.equal(await tokens.get(ctx), 'token-1')
  skip(2_000)
  assert.equal(await tokens.get(ctx), 'token-2')
})

test('a failed request for a token fails all who wait for it, and the next caller tries again', async () => {
  const { tokens, fail } = setUp()
  fail(true)
  const both = await Promise.allSettled([tokens.get(ctx), tokens.get(ctx)])
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  fail(false)
  assert.equal(await tokens.get(ctx), 'token-2')
})

test('asService sends the service’s token; asUser sends the user’s with the service’s beside it', async () => {
  const { tokens } = setUp()
  const user = { ...ctx, token: 'ann' }
  assert.deepEqual(await asService(tokens).headers(user), { 'x-auth-token': 'token-1' })
  assert.deepEqual(await asUser(tokens).headers(user), {
    'x-auth-token': 'ann',
    'x-service-token': 'token-1',
  })
  assert.deepEqual(await asUser(tokens).headers(ctx), { 'x-auth-token': 'token-1' })
})

test('a call whose service token is refused is repeated once with a new one, which is used from then on', async () => {
  const { tokens, taken, sent, service, skip } = setUp()
  const client = serviceClient({ transport: service, api: imageApi, authenticate: asUser(tokens) })
  const call = () => client.answer({ ...ctx, token: 'ann' }, listImages)
  await call()
  skip(2_000)
  taken.add('token-1')
  assert.equal((await call()).status, 200)
  assert.equal(await tokens.get(ctx), 'token-2')
  // Now Ann's token is the refused one: the service does not replace its own, which is new.
  taken.add('ann')
  const before = sent.length
  for (let asked = 0; asked < 3; asked += 1) await assert.rejects(call(), { code: 'RemoteFault' })
  assert.equal(sent.length, before)
})
