import { content, empty, exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { Type } from 'typebox'
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { DeadlineExceeded } from '@nimbo/kernel/deadline'
import { isRemote, unlessNotFound } from '@nimbo/operation/client/remote-fault'
import { serviceClient } from './service-client.ts'
import { ctx, nothing, recordingTransport, type Sent } from './transport.testing.ts'

const common = { summary: 'of no cloud', on, replies: { 200: view({ a: Type.Integer() }), 204: empty } }
const show = operation({ ...common, id: 'x.show', method: 'GET', path: '/x/{id}' })
const change = operation({
  ...common,
  id: 'x.change',
  method: 'PUT',
  path: '/x',
  query: Type.Object({
    one: Type.String(),
    many: Type.Array(Type.String()),
    number: Type.Optional(Type.Integer()),
  }),
  body: Type.Object({ a: Type.Integer() }, exact),
})
const create = operation({ ...common, id: 'x.create', method: 'POST', path: '/x' })
const download = operation({ ...show, id: 'x.download', replies: { 200: content('text/plain') } })

const clientOf = (answer: Parameters<typeof recordingTransport>[0]) => {
  const { transport, sent } = recordingTransport(answer)
  const authenticate = { headers: async () => ({ 'x-auth-token': 'token' }), refused: () => false }
  const api = { type: 'placement', prefix: '/v1' }
  return { client: serviceClient({ transport, api, authenticate, version: '1.39' }), sent }
}

const x = { path: { id: 'x' } }

test('a request carries the token, request id, trace, microversion and content type', async () => {
  const { client, sent } = clientOf(() => nothing)
  await client.call(ctx, change, {
    body: { a: 1 },
    query: { one: 'a b', many: ['x', 'y'], number: 3 },
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
  assert.deepEqual([request.method, request.path, request.serviceType], ['PUT', '/v1/x', 'placement'])
  assert.equal(request.query?.toString(), 'one=a+b&many=x&many=y&number=3')
  assert.deepEqual([request.body, request.timeoutMs], ['{"a":1}', 5])
})

test('the global request id is passed on, and a single call may ask for another version', async () => {
  const { client, sent } = clientOf(() => nothing)
  await client.call({ ...ctx, globalRequestId: 'req-0' }, show, { ...x, version: '1.10' })
  assert.equal(sent[0]?.headers['x-openstack-request-id'], 'req-0')
  assert.equal(sent[0]?.headers['openstack-api-version'], 'placement 1.10')
})

test('a request is marked as repeatable only if the call says so; else its method decides', async () => {
  const { client, sent } = clientOf(() => nothing)
  await client.call(ctx, show, x)
  await client.call(ctx, create, { repeatable: true })
  assert.deepEqual(
    sent.map(({ repeatable }) => repeatable),
    [undefined, true],
  )
})

test('a reply without a body has the body undefined', async () => {
  const { client } = clientOf(() => ({ status: 204, headers: { 'x-one': '1' } }))
  assert.deepEqual(await client.answer(ctx, show, x), {
    status: 204,
    headers: { 'x-one': '1' },
    body: undefined,
  })
})

test('an error reply becomes a RemoteFault with the service, status, code and request id', async () => {
  const headers = { 'x-openstack-request-id': 'req-9' }
  const body = '{"errors":[{"detail":"taken","code":"placement.concurrent_update"}]}'
  const { client } = clientOf(() => ({ status: 409, headers, body }))
  await assert.rejects(client.call(ctx, show, x), {
    code: 'RemoteFault',
    kind: 'conflict',
    message: 'taken',
    details: { service: 'placement', status: 409, code: 'placement.concurrent_update', requestId: 'req-9' },
  })
})

test('a body that never ends fails with DeadlineExceeded, and its stream is destroyed', async () => {
  const body = new Readable({ read() {} })
  const { client } = clientOf(() => ({ status: 200, headers: {}, body }))
  await assert.rejects(client.call(ctx, show, { ...x, timeoutMs: 20 }), DeadlineExceeded)
  assert.equal(body.destroyed, true)
})

test('open returns the body as a stream, but reads and throws an error reply', async () => {
  const body = Readable.from(['x'])
  const { client, sent } = clientOf(({ path }) => ({
    status: path === '/v1/x/x' ? 200 : 404,
    headers: {},
    body,
  }))
  assert.equal((await client.open(ctx, download, x)).body, body)
  assert.equal(sent[0]?.headers.accept, 'text/plain')
  await assert.rejects(client.open(ctx, download, { path: { id: 'y' } }), { kind: 'notFound', message: 'x' })
})

test('unlessNotFound turns a 404 into undefined, and no other error', async () => {
  const { client } = clientOf(({ path }) => ({
    status: Number(path.split('/').at(-1)),
    headers: {},
    body: '{}',
  }))
  const at = (id: string) => unlessNotFound(client.answer(ctx, show, { path: { id } }))
  assert.equal((await at('200'))?.status, 200)
  assert.equal(await at('404'), undefined)
  await assert.rejects(at('410'), (error) => isRemote(error, 410) && !isRemote(error, 418))
})
