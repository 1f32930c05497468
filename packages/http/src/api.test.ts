import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { Fault } from '@nimbo/kernel/errors'
import { microversion } from '@nimbo/operation/microversion'
import { operation } from '@nimbo/operation/operation'
import { anyone, each, open, path } from '@nimbo/operation/target'
import { changed } from '@nimbo/operation/windows'
import { Type } from 'typebox'
import { createApi } from './api.ts'
import { faultwrap } from './filters/faultwrap.ts'
import { recordingTracer, requestOf, someone } from './fixtures.testing.ts'
import { handlersOf } from './handle.ts'
import { bytesOf, type HttpRequest } from './message.ts'
import { json } from './reply.ts'

const handle = handlersOf<string>()({})
const Any = Type.Unknown()
const Names = Type.Object({ names: Type.Array(Type.String()) })
const Name = Type.Object({ name: Type.String() })

const operations = {
  versions: operation({
    id: 'versions',
    method: 'GET',
    path: '/',
    summary: 'Show the versions',
    on: open('versions are for everyone'),
    replies: { 200: Any },
  }),
  create: operation({
    id: 'things.create',
    method: 'POST',
    path: '/things/{id}',
    summary: 'Make a thing',
    rule: 'things:create',
    on: path,
    body: changed(Names, ['2.5', Name]),
    replies: { 200: Any },
  }),
  list: operation({
    id: 'things.list',
    method: 'GET',
    path: '/things',
    summary: 'List things',
    rule: 'things:list',
    on: each,
    query: Type.Object({ limit: Type.Optional(Type.Integer()) }),
    replies: { 200: Any },
  }),
  loose: operation({
    id: 'loose',
    method: 'GET',
    path: '/loose',
    summary: 'Take any query',
    on: anyone,
    replies: { 200: Any },
  }),
}

const routes = [
  handle(operations.versions, async ({ app, base }) => ({ app, base })),
  handle(operations.create, async ({ body, params }) => ({ body, params }), {
    lift: [['2.5', ({ name }: { readonly name: string }) => ({ names: [name] })]],
  }),
  handle(operations.list, async ({ query, allows, enforce }) => {
    enforce('things:list', { project_id: 'web' })
    return { query, foreign: allows('things:list', { project_id: 'other' }) }
  }),
  handle(operations.loose, async ({ request }) => Object.fromEntries(request.query)),
]

/** A body without end, and how many bytes of it have been read. */
const endless = () => {
  let sent = 0
  const body = Readable.from(
    (function* () {
      for (;;) {
        sent += 65_536
        yield Buffer.alloc(65_536, ' ')
      }
    })(),
  )
  return { body, sent: () => sent }
}

const setUp = (validatesFirst = false) => {
  const { tracer, spans } = recordingTracer()
  const api = createApi({
    name: 'test',
    routes,
    app: 'the app',
    authorizer: {
      allows: (rule, ctx, target) =>
        (rule === 'things:list' && target?.project_id === 'web') ||
        (rule === 'things:create' && ctx.roles.includes('member') && target?.id !== 'secret'),
    },
    tracer,
    validatesFirst,
    microversions: { serviceType: 'test', min: microversion('2.1'), max: microversion('2.9') },
    forbidden: (rule) => new Fault({ code: 'Forbidden', kind: 'forbidden', message: rule, details: {} }),
    invalid: ({ path, reason }, part) => `${part} ${path}: ${reason}`,
  })
  const wrapped = faultwrap({
    envelope: ({ message }, status) => json(status, { message }),
    unexpected: 'unexpected',
    identityUri: 'http://id',
    log: { debug() {}, info() {}, warn() {}, error() {}, child: () => assert.fail() },
  })(api)
  const ask = async (
    parts: Parameters<typeof requestOf>[0],
    context: HttpRequest['state']['context'] = someone,
  ) => {
    const state = { requestId: 'req-1', ...(context ? { context } : {}) }
    const reply = await wrapped(requestOf({ ...parts, state }))
    return { ...reply, body: JSON.parse((await bytesOf(reply.body)).toString()) }
  }
  const stranger = async (path: string) => {
    const reply = await wrapped(requestOf({ path }))
    return reply.status
  }
  return { ask, stranger, spans }
}

const versionOf = (version: string) => ({ 'openstack-api-version': `test ${version}` })

test('open operations need no token; others are 401 without one', async () => {
  const { ask, stranger } = setUp()
  assert.equal(await stranger('/'), 200)
  assert.equal(await stranger('/loose'), 401)
  const { body } = await ask({ path: '/', mount: '/test' })
  assert.deepEqual(body, { app: 'the app', base: 'http://cloud.test/test' })
})

test('a handler gets the body in its latest form, whatever microversion it was sent in', async () => {
  const { ask } = setUp()
  const post = (version: string, sent: unknown) =>
    ask({ method: 'POST', path: '/things/7', headers: versionOf(version), body: JSON.stringify(sent) })
  for (const [version, sent] of [
    ['2.4', { name: 'a' }],
    ['2.5', { names: ['a'] }],
  ] as const) {
    const { status, body } = await post(version, sent)
    assert.equal(status, 200)
    assert.deepEqual(body, { body: { names: ['a'] }, params: { id: '7' } })
  }
  const wrong = await post('2.4', { names: ['a'] })
  assert.deepEqual([wrong.status, wrong.body.message], [400, "body : 'name' is a required property"])
})

test('a body in another encoding than UTF-8 is 400', async () => {
  const { ask } = setUp()
  const post = (encoding: 'utf8' | 'latin1') =>
    ask({
      ...{ method: 'POST', path: '/things/7', headers: versionOf('2.4') },
      body: Buffer.from('{"name": "Zürich"}', encoding),
    })
  assert.deepEqual((await post('utf8')).body.body, { names: ['Zürich'] })
  const { status, body } = await post('latin1')
  assert.deepEqual([status, body.message], [400, 'Malformed request body'])
})

test('a body that is no JSON, or missing, is 400', async () => {
  const { ask } = setUp()
  const malformed = await ask({ method: 'POST', path: '/things/7', body: '{' })
  assert.deepEqual([malformed.status, malformed.body.message], [400, 'Malformed request body'])
  const missing = await ask({ method: 'POST', path: '/things/7' })
  assert.equal(missing.body.message, "body : None is not of type 'object'")
})

test('a JSON body over the limit is 413 without any filter: by its declared length, or when it exceeds it', async () => {
  const { ask } = setUp()
  const post = { method: 'POST', path: '/things/1' } as const
  const declared = endless()
  const headers = { 'content-length': '400000000' }
  assert.equal((await ask({ ...post, headers, body: declared.body })).status, 413)
  assert.equal(declared.sent(), 0)
  const inPieces = endless()
  assert.equal((await ask({ ...post, body: inPieces.body })).status, 413)
  assert.ok(inPieces.sent() <= 4 * 65_536, `${inPieces.sent()} bytes were read`)
  const name = JSON.stringify({ name: 'x'.repeat(100_000) })
  assert.equal((await ask({ ...post, body: name })).status, 200)
})

test('the policy is checked with the path parameters before the body is parsed', async () => {
  const { ask } = setUp()
  const reply = await ask({ method: 'POST', path: '/things/secret', body: '{' })
  assert.deepEqual([reply.status, reply.body.message], [403, 'things:create'])
})

test('an API with validatesFirst validates the body before it checks the policy', async () => {
  const { ask } = setUp(true)
  const secret = { method: 'POST', path: '/things/secret', headers: versionOf('2.5') } as const
  assert.equal((await ask({ ...secret, body: '{}' })).status, 400)
  assert.equal((await ask({ ...secret, body: '{"names":[]}' })).status, 403)
})

test('a handler can check policy rules for a target of its own', async () => {
  const { ask } = setUp()
  const { body } = await ask({ path: '/things', query: new URLSearchParams('limit=3') })
  assert.deepEqual(body, { query: { limit: 3 }, foreign: false })
})

test('a query is validated if it has a schema, and of a repeated parameter the last value counts', async () => {
  const { ask } = setUp()
  const wrong = await ask({ path: '/things', query: new URLSearchParams('limit=x') })
  assert.deepEqual([wrong.status, wrong.body.message], [400, "query limit: 'x' is not of type 'integer'"])
  const loose = await ask({ path: '/loose', query: new URLSearchParams('a=1&a=2') })
  assert.deepEqual(loose.body, { a: '2' })
})

test('error replies carry the version header too, except for a version out of range', async () => {
  const { ask } = setUp()
  const missing = await ask({ path: '/nowhere', headers: versionOf('2.3') })
  assert.equal(missing.status, 404)
  assert.equal(missing.headers['openstack-api-version'], 'test 2.3')
  assert.equal(missing.headers.vary, 'OpenStack-API-Version')
  const refused = await ask({ path: '/', headers: versionOf('2.10') })
  assert.equal(refused.status, 406)
  assert.equal(refused.headers['openstack-api-version'], undefined)
})

test('a known path with another method is 405, with the allowed methods', async () => {
  const { ask } = setUp()
  const reply = await ask({ method: 'DELETE', path: '/things' })
  assert.deepEqual([reply.status, reply.headers.allow], [405, 'GET, HEAD'])
})

test('the operation is recorded as a span below that of the request, and its policy check as one below it', async () => {
  const { ask, spans } = setUp()
  await ask({ method: 'POST', path: '/things/7', body: '{"name":"a"}' })
  const [policy, operation] = spans
  assert.equal(operation?.name, 'test.things.create')
  assert.equal(policy?.name, 'enforce-policy')
  assert.deepEqual(policy?.attributes, { rule: 'things:create' })
  assert.deepEqual([operation.parentId, policy.parentId], [someone.trace.spanId, operation.spanId])
})
