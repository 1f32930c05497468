import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { DeadlineExceeded } from '@nimbo/kernel/deadline'
import { isFault } from '@nimbo/kernel/errors'
import { isRemote, restClient, unlessNotFound } from './rest-client.ts'
import { ctx, nothing, recordingTransport, type Sent } from './transport.testing.ts'

const clientOf = (answer: Parameters<typeof recordingTransport>[0]) => {
  const { transport, sent } = recordingTransport(answer)
  const authenticate = { headers: async () => ({ 'x-auth-token': 'token' }), refused: () => false }
  const client = restClient({ transport, serviceType: 'placement', authenticate, microversion: '1.39' })
  return { client, sent }
}

const get = { method: 'GET', path: '/x' } as const

test('a request says who asks, as part of what, in which version and which form', async () => {
  const { client, sent } = clientOf(() => nothing)
  await client.send(ctx, {
    method: 'PUT',
    path: '/x',
    json: { a: 1 },
    query: { one: 'a b', many: ['x', 'y'], number: 3, absent: undefined },
    headers: { 'x-more': 'yes' },
    timeoutMs: 5,
  })
  const [request] = sent as [Sent]
  assert.deepEqual(request.headers, {
    accept: 'application/json',
    'content-type': 'application/json',
    'openstack-api-version': 'placement 1.39',
    'x-openstack-request-id': 'req-1',
    traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    'x-auth-token': 'token',
    'x-more': 'yes',
  })
  assert.equal(request.query?.toString(), 'one=a+b&many=x&many=y&number=3')
  assert.deepEqual([request.body, request.timeoutMs], ['{"a":1}', 5])
})

test('the id of the request that began it all goes on, and a version may be asked for once', async () => {
  const { client, sent } = clientOf(() => nothing)
  await client.send({ ...ctx, globalRequestId: 'req-0' }, { ...get, microversion: '1.10' })
  assert.equal(sent[0]?.headers['x-openstack-request-id'], 'req-0')
  assert.equal(sent[0]?.headers['openstack-api-version'], 'placement 1.10')
})

test('whether a request may be sent again is left to its method, unless it says so itself', async () => {
  const { client, sent } = clientOf(() => nothing)
  await client.send(ctx, get)
  await client.send(ctx, { ...get, method: 'POST', repeatable: true })
  assert.deepEqual(
    sent.map(({ repeatable }) => repeatable),
    [undefined, true],
  )
})

test('a reply without a body is one with undefined', async () => {
  const { client } = clientOf(() => ({ status: 204, headers: { 'x-one': '1' } }))
  assert.deepEqual(await client.send(ctx, get), { status: 204, headers: { 'x-one': '1' }, body: undefined })
})

for (const [service, status, body, kind, message, code] of [
  [
    'keystone',
    404,
    '{"error":{"code":404,"message":"gone","title":"Not Found"}}',
    'notFound',
    'gone',
    undefined,
  ],
  [
    'placement',
    409,
    '{"errors":[{"detail":"taken","code":"placement.concurrent_update"}]}',
    'conflict',
    'taken',
    'placement.concurrent_update',
  ],
  ['neutron', 409, '{"NeutronError":{"type":"IpInUse","message":"used"}}', 'conflict', 'used', 'IpInUse'],
  ['nova', 403, '{"forbidden":{"code":403,"message":"no"}}', 'forbidden', 'no', undefined],
  [
    'glance',
    400,
    '{"message":"bad","code":"400 Bad Request","title":"Bad Request"}',
    'badRequest',
    'bad',
    '400 Bad Request',
  ],
  ['a proxy', 502, '<html>bad gateway</html>', 'badGateway', '<html>bad gateway</html>', undefined],
  ['nobody', 500, '', 'internal', '', undefined],
  ['null', 500, 'null', 'internal', 'null', undefined],
] as const)
  test(`a failure of ${service} is a fault with its kind, sentence and code`, async () => {
    const { client } = clientOf(() => ({ status, headers: {}, body }))
    await assert.rejects(client.send(ctx, get), (error) => {
      assert.ok(isFault(error, 'RemoteFault'))
      assert.deepEqual([error.kind, error.message], [kind, message])
      assert.deepEqual(error.details, { service: 'placement', status, ...(code ? { code } : {}) })
      return isRemote(error, status) && !isRemote(error, 418)
    })
  })

test('a body that never ends is given up in time, and its stream let go', async () => {
  const body = new Readable({ read() {} })
  const { client } = clientOf(() => ({ status: 200, headers: {}, body }))
  await assert.rejects(client.send(ctx, { ...get, timeoutMs: 20 }), DeadlineExceeded)
  assert.equal(body.destroyed, true)
})

test('what is opened stays a stream; a failure is read and thrown there too', async () => {
  const body = Readable.from(['x'])
  const { client } = clientOf(({ path }) => ({ status: path === '/x' ? 200 : 404, headers: {}, body }))
  assert.equal((await client.open(ctx, get)).body, body)
  await assert.rejects(client.open(ctx, { ...get, path: '/y' }), { kind: 'notFound', message: 'x' })
})

test('not found can be an answer; nothing else can', async () => {
  const { client } = clientOf(({ path }) => ({ status: Number(path.slice(1)), headers: {} }))
  const at = (path: string) => unlessNotFound(client.send(ctx, { method: 'GET', path }))
  assert.equal((await at('/200'))?.status, 200)
  assert.equal(await at('/404'), undefined)
  await assert.rejects(at('/410'), { kind: 'gone' })
})
