import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { DeadlineExceeded } from '@nimbo/kernel/deadline'
import { type ErrorKind, Fault } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import { logScope } from '@nimbo/kernel/log-scope'
import { recordingTracer, requestOf, someone, whoAsks } from '../fixtures.testing.ts'
import { bytesOf, type Handler } from '../message.ts'
import { json, ok } from '../reply.ts'
import { cors } from './cors.ts'
import { faultwrap } from './faultwrap.ts'
import { httpProxyToWsgi } from './http-proxy-to-wsgi.ts'
import { keystonecontext } from './keystonecontext.ts'
import { noauth2 } from './noauth2.ts'
import { profiler } from './profiler.ts'
import { requestId } from './request-id.ts'
import { requestLog } from './request-log.ts'
import { sizelimit } from './sizelimit.ts'

const recordingLog = () => {
  const lines: { level: string; fields: Record<string, unknown>; message: string }[] = []
  const at = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, fields: { ...fields }, message })
  const log: Log = {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: () => log,
  }
  return { log, lines }
}

const failing =
  (error: unknown): Handler =>
  async () => {
    throw error
  }

const faultOf = (kind: ErrorKind) => new Fault({ code: 'X', kind, message: 'the reason', details: {} })

const wrapped = (error: unknown) => {
  const { log, lines } = recordingLog()
  const filter = faultwrap({
    envelope: ({ message }, status) => json(status, { message }),
    statuses: { quotaExceeded: 409 },
    unexpected: 'something broke',
    identityUri: 'http://id',
    log,
  })
  return { handler: filter(failing(error)), lines }
}

for (const [kind, status] of [
  ['badRequest', 400],
  ['forbidden', 403],
  ['notFound', 404],
  ['conflict', 409],
  ['quotaExceeded', 409],
  ['tooLarge', 413],
  ['unavailable', 503],
] as const)
  test(`faultwrap: ${kind} becomes ${status} with the message of the fault`, async () => {
    const reply = await wrapped(faultOf(kind)).handler(requestOf())
    assert.deepEqual([reply.status, String(reply.body)], [status, '{"message":"the reason"}'])
  })

test('faultwrap: 401 says where to log in', async () => {
  const { headers } = await wrapped(faultOf('unauthenticated')).handler(requestOf())
  assert.equal(headers['www-authenticate'], 'Keystone uri="http://id"')
})

test('faultwrap: an unexpected error is logged and becomes a 500 without its message; a missed deadline is 503', async () => {
  const secret = new Error('the password is 1234')
  const { handler, lines } = wrapped(secret)
  const reply = await handler(requestOf())
  assert.deepEqual([reply.status, String(reply.body)], [500, '{"message":"something broke"}'])
  assert.equal(lines[0]?.fields.error, secret)
  const late = await wrapped(new DeadlineExceeded('x', 1)).handler(requestOf())
  assert.deepEqual([late.status, late.headers['retry-after']], [503, '1'])
})

test('faultwrap: a full disk is logged and becomes a 503 that says so', async () => {
  const error = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  const { handler, lines } = wrapped(error)
  const { status, headers, body } = await handler(requestOf())
  assert.deepEqual([status, headers['retry-after']], [503, '1'])
  assert.match(String(body), /A disk of the cloud is full/)
  assert.equal(lines[0]?.fields.error, error)
})

test('faultwrap: a fault of the client is not logged', async () => {
  const { handler, lines } = wrapped(faultOf('notFound'))
  await handler(requestOf())
  assert.deepEqual(lines, [])
})

test('request_id: each request gets an id, and a well-formed one of its caller is its global request id', async () => {
  const outer = 'req-01234567-89ab-cdef-0123-456789abcdef'
  const states: object[] = []
  const handler = requestId('x-compute-request-id')(async ({ state }) => {
    states.push({ ...state })
    return ok({})
  })
  const { headers } = await handler(requestOf({ headers: { 'x-openstack-request-id': outer } }))
  assert.match(headers['x-openstack-request-id'] ?? '', /^req-[0-9a-f-]{36}$/)
  assert.equal(headers['x-compute-request-id'], headers['x-openstack-request-id'])
  assert.notEqual(headers['x-openstack-request-id'], outer)
  const [state] = states as { globalRequestId?: string }[]
  assert.equal(state?.globalRequestId, outer)
  await handler(requestOf({ headers: { 'x-openstack-request-id': 'evil\nlog line' } }))
  assert.equal((states[1] as { globalRequestId?: string }).globalRequestId, undefined)
})

test('request_id: log lines of a request carry its id and its global request id', async () => {
  const outer = 'req-11111111-2222-3333-4444-555555555555'
  const scopes: unknown[] = []
  const handler = requestId(undefined)(async () => {
    scopes.push(logScope())
    return ok({})
  })
  const { headers } = await handler(requestOf({ headers: { 'x-openstack-request-id': outer } }))
  assert.deepEqual(scopes, [{ request_id: headers['x-openstack-request-id'], global_request_id: outer }])
})

test('request_id and profiler: the span of a request continues its caller’s trace, and is the parent inside', async () => {
  const traceId = 'a'.repeat(32)
  const spanId = 'b'.repeat(16)
  const { tracer, spans } = recordingTracer()
  const inside: (string | undefined)[] = []
  const handler = requestId(undefined)(
    profiler(tracer)(async ({ state }) => {
      inside.push(state.trace?.spanId)
      state.operation = 'test.things.show'
      return json(202, {})
    }),
  )
  await handler(requestOf({ headers: { traceparent: `00-${traceId}-${spanId}-01` } }))
  const [span] = spans
  assert.deepEqual([span?.traceId, span?.parentId, span?.spanId], [traceId, spanId, inside[0]])
  assert.deepEqual(span?.attributes, { operation: 'test.things.show', status: 202 })
})

test('request_log: one line has the request, its user, project and status, and no token', async () => {
  const { log, lines } = recordingLog()
  const request = requestOf({
    path: '/x',
    mount: '/test',
    headers: { 'x-auth-token': 'secret' },
    state: { requestId: 'req-1', context: someone },
  })
  await requestLog(log)(async () => ok({}))(request)
  assert.equal(lines.length, 1)
  const { ms, ...fields } = lines[0]?.fields ?? {}
  assert.equal(typeof ms, 'number')
  assert.deepEqual(fields, {
    remote: '127.0.0.1',
    method: 'GET',
    path: '/test/x',
    operation: undefined,
    status: 200,
    userId: 'ann',
    projectId: 'web',
  })
})

const echo: Handler = async ({ body }) => ok((await bytesOf(body)).toString())
const tooLarge = { code: 'RequestTooLarge', kind: 'tooLarge' }

test('sizelimit: a body is refused by its declared length before anything is read', async () => {
  const untouched: Handler = async () => assert.fail('the handler was asked')
  const headers = { 'content-length': '11' }
  await assert.rejects(sizelimit(10)(untouched)(requestOf({ headers })), tooLarge)
})

test('sizelimit: a body in memory is measured in bytes, not in characters', async () => {
  assert.equal((await sizelimit(10)(echo)(requestOf({ body: 'ééééé' }))).status, 200)
  await assert.rejects(sizelimit(10)(echo)(requestOf({ body: 'ééééé!' })), tooLarge)
  await assert.rejects(sizelimit(10)(echo)(requestOf({ body: new Uint8Array(11) })), tooLarge)
})

test('sizelimit: a body of undeclared length is refused when it exceeds the limit, and not before', async () => {
  const inChunks = (count: number) => Readable.from(Array.from({ length: count }, () => Buffer.from('12345')))
  assert.equal((await sizelimit(10)(echo)(requestOf({ body: inChunks(2) }))).status, 200)
  await assert.rejects(sizelimit(10)(echo)(requestOf({ body: inChunks(3) })), tooLarge)
})

test('sizelimit: a chunked body is measured by what arrives, whatever length it declares', async () => {
  const body = Readable.from([Buffer.from('12345'), Buffer.from('123456')])
  const headers = { 'content-length': '5', 'transfer-encoding': 'chunked' }
  await assert.rejects(sizelimit(10)(echo)(requestOf({ body, headers })), tooLarge)
})

const browser = cors({
  allowedOrigins: ['http://page.test'],
  allowMethods: ['GET', 'PUT'],
  allowHeaders: ['X-Auth-Token'],
  exposeHeaders: ['X-Subject-Token'],
  maxAge: 60,
})

test('cors: a reply to a known origin has CORS headers, and varies by origin as well', async () => {
  const handler = browser(async () => json(200, {}, { vary: 'OpenStack-API-Version' }))
  const { headers } = await handler(requestOf({ headers: { origin: 'http://page.test' } }))
  assert.equal(headers['access-control-allow-origin'], 'http://page.test')
  assert.equal(headers['access-control-expose-headers'], 'X-Subject-Token')
  assert.equal(headers.vary, 'Origin, OpenStack-API-Version')
})

test('cors: a preflight is answered by the filter itself; an unknown origin gets no CORS headers', async () => {
  const preflight = { 'access-control-request-method': 'PUT' }
  const inner: Handler = async () => json(401, {})
  const ask = (origin: string) =>
    browser(inner)(requestOf({ method: 'OPTIONS', headers: { origin, ...preflight } }))
  const welcome = await ask('http://page.test')
  assert.deepEqual(
    [
      welcome.status,
      welcome.headers['access-control-allow-methods'],
      welcome.headers['access-control-max-age'],
    ],
    [200, 'GET,PUT', '60'],
  )
  const stranger = await ask('http://evil.test')
  assert.deepEqual([stranger.status, stranger.headers['access-control-allow-origin']], [401, undefined])
})

test('http_proxy_to_wsgi: forwarded headers count only where the filter is enabled', async () => {
  const base: Handler = async ({ origin, mount }) => ok(origin + mount)
  const headers = {
    'x-forwarded-proto': 'https, http',
    'x-forwarded-host': 'cloud.example',
    'x-forwarded-prefix': '/p',
  }
  const seen = async (enabled: boolean) =>
    JSON.parse(String((await httpProxyToWsgi(enabled)(base)(requestOf({ headers, mount: '/image' }))).body))
  assert.equal(await seen(true), 'https://cloud.example/p/image')
  assert.equal(await seen(false), 'http://cloud.test/image')
})

test('keystonecontext refuses a request without an identity; noauth2 accepts any token', async () => {
  assert.equal((await keystonecontext('http://id')(whoAsks)(requestOf())).status, 401)
  const known = requestOf({ state: { requestId: 'req-1', context: someone } })
  assert.equal((await keystonecontext('http://id')(whoAsks)(known)).status, 200)
  const { body } = await noauth2(whoAsks)(requestOf({ headers: { 'x-auth-token': 'ann:web' } }))
  const { userId, projectId, roles } = JSON.parse(String(body))
  assert.deepEqual([userId, projectId, roles], ['ann', 'web', ['member', 'reader']])
})
