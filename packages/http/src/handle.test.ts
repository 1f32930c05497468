import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '@nimbo/kernel/errors'
import { content, empty, exact, view } from '@nimbo/operation/content'
import { microversion } from '@nimbo/operation/microversion'
import { operation } from '@nimbo/operation/operation'
import { anyone, each, found, given, open, ownProject } from '@nimbo/operation/target'
import { changed, shownTo, since } from '@nimbo/operation/windows'
import { Type } from 'typebox'
import { answer } from './answer.ts'
import { createApi } from './api.ts'
import { recordingTracer, requestOf, someone } from './fixtures.testing.ts'
import { handlersOf } from './handle.ts'
import { bytesOf } from './message.ts'

const notFound = (id: string) =>
  new Fault({ code: 'ThingNotFound', kind: 'notFound', message: `no ${id}`, details: {} })
const things = new Map([
  ['mine', { id: 'mine', project_id: 'web' }],
  ['foreign', { id: 'foreign', project_id: 'other' }],
])
/** The ids that were looked up. */
const lookUps: string[] = []
const findThing = async (_: unknown, id: string) => {
  lookUps.push(id)
  const thing = things.get(id)
  if (!thing) throw notFound(id)
  return thing
}
const facts = ({ project_id }: { readonly project_id: string }) => ({ project_id })

const handle = handlersOf<string>()({
  thing: { by: 'thing_id', find: findThing, facts },
  secret: { by: 'thing_id', find: findThing, facts, knownBy: { rule: 'own', notFound } },
})

const Thing = view({
  id: Type.String(),
  host: shownTo('admin', Type.String()),
  tags: since('2.5', Type.Array(Type.String())),
})
const show = operation({
  id: 'things.show',
  method: 'GET',
  path: '/things/{thing_id}',
  summary: 'Shows a thing',
  rule: 'own',
  on: found('thing'),
  replies: { 200: view({ thing: Thing }) },
})
const showSecret = operation({
  ...show,
  id: 'secrets.show',
  path: '/secrets/{thing_id}',
  on: found('secret'),
})
const create = operation({
  id: 'things.create',
  method: 'POST',
  path: '/things',
  summary: 'Makes a thing',
  rule: 'own',
  on: given,
  body: changed(Type.Object({ owner: Type.String() }, exact), [
    '2.3',
    Type.Object({ tenant: Type.String() }, exact),
  ]),
  replies: { 200: since('2.8', empty), 201: view({ owner: Type.String() }) },
})
const remove = operation({
  id: 'things.delete',
  method: 'DELETE',
  path: '/things/{thing_id}',
  summary: 'Removes a thing',
  rule: 'own',
  on: ownProject,
  replies: { 204: empty },
})
const download = operation({
  id: 'things.file',
  method: 'GET',
  path: '/file',
  summary: 'Reads bytes',
  on: open('for everybody'),
  replies: { 200: content('text/plain') },
})
const list = operation({
  id: 'things.list',
  method: 'GET',
  path: '/things',
  summary: 'Lists things',
  rule: 'own',
  on: each,
  query: Type.Object({ limit: Type.Optional(Type.Integer()) }),
  replies: { 200: Type.Array(Type.String()) },
})
const wrong = operation({
  id: 'things.wrong',
  method: 'GET',
  path: '/wrong',
  summary: 'Answers what it does not declare',
  on: anyone,
  replies: { 200: view({ id: Type.String() }) },
})

const { tracer } = recordingTracer()
const api = createApi({
  name: 'test',
  app: 'the app',
  routes: [
    handle(show, async ({ found: { thing } }) => ({ thing: { id: thing.id, host: 'h', tags: [] } })),
    handle(showSecret, async ({ found: { secret } }) => ({ thing: { id: secret.id, host: 'h', tags: [] } })),
    handle(
      create,
      async ({ body, version }) =>
        version < microversion('2.8') ? { owner: body.owner } : answer(undefined, { status: 200 }),
      {
        given: ({ body }) => ({ project_id: body.owner }),
        lift: [['2.3', ({ tenant }: { readonly tenant: string }) => ({ owner: tenant })]],
      },
    ),
    handle(remove, async () => {}),
    handle(download, async () => answer('hello', { headers: { 'x-size': '5' } })),
    handle(list, async ({ query, allows }) =>
      [...things.values()]
        .filter((thing) => allows('own', thing))
        .map(({ id }) => id)
        .slice(0, query.limit),
    ),
    handle(wrong, async () => Object({ id: 7 })),
  ],
  authorizer: {
    allows: (rule, ctx, target) => rule === 'own' && target?.project_id === ctx.projectId,
  },
  tracer,
  microversions: { serviceType: 'test', min: microversion('2.1'), max: microversion('2.9') },
  forbidden: (rule) => new Fault({ code: 'Forbidden', kind: 'forbidden', message: rule, details: {} }),
  invalid: ({ reason }) => reason,
})

const ask = async (method: string, path: string, version = '2.9', body?: unknown) => {
  const reply = await api(
    requestOf({
      method,
      path: path.split('?')[0] ?? '',
      query: new URLSearchParams(path.split('?')[1] ?? ''),
      headers: { 'openstack-api-version': `test ${version}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      state: { requestId: 'req-1', context: someone },
    }),
  )
  const text = (await bytesOf(reply.body)).toString()
  return { status: reply.status, headers: reply.headers, text }
}

test('the resource of an operation is looked up once, checked by policy, and handed to the handler', async () => {
  lookUps.length = 0
  assert.equal((await ask('GET', '/things/mine')).text, '{"thing":{"id":"mine","tags":[]}}')
  await assert.rejects(ask('GET', '/things/foreign'), { kind: 'forbidden' })
  await assert.rejects(ask('GET', '/things/none'), { kind: 'notFound' })
  assert.deepEqual(lookUps, ['mine', 'foreign', 'none'])
})

test('a resource that the caller may not know of is reported as not found', async () => {
  await assert.rejects(ask('GET', '/secrets/foreign'), { kind: 'notFound' })
})

test('a reply leaves out properties that are newer than its microversion', async () => {
  assert.equal((await ask('GET', '/things/mine', '2.4')).text, '{"thing":{"id":"mine"}}')
})

test('a create is checked by policy against its body, which is lifted first if it is of an older version', async () => {
  const made = await ask('POST', '/things', '2.2', { tenant: 'web' })
  assert.deepEqual([made.status, made.text], [201, '{"owner":"web"}'])
  assert.equal((await ask('POST', '/things', '2.8', { owner: 'web' })).status, 200)
  await assert.rejects(ask('POST', '/things', '2.3', { owner: 'other' }), { kind: 'forbidden' })
  await assert.rejects(ask('POST', '/things', '2.3', { tenant: 'web' }), { kind: 'badRequest' })
})

test('a reply may be empty, or bytes with headers', async () => {
  assert.deepEqual(await ask('DELETE', '/things/mine'), {
    status: 204,
    headers: { 'openstack-api-version': 'test 2.9', vary: 'OpenStack-API-Version' },
    text: '',
  })
  const file = await ask('GET', '/file')
  assert.deepEqual(
    [file.text, file.headers['content-type'], file.headers['x-size']],
    ['hello', 'text/plain', '5'],
  )
})

test('a list handler can check policy for each item, and its query is validated', async () => {
  assert.equal((await ask('GET', '/things?limit=1')).text, '["mine"]')
  await assert.rejects(ask('GET', '/things?limit=x'), { message: "'x' is not of type 'integer'" })
})

test('a reply that does not match its declaration throws in tests', async () => {
  await assert.rejects(ask('GET', '/wrong'), /against its declaration: id: 7 is not of type 'string'/)
})

test('a request with x-nimbo-policy-check is checked by policy, and not carried out', async () => {
  const headers = { 'x-nimbo-policy-check': 'true' }
  const judged = (method: string, path: string) =>
    api(requestOf({ method, path, headers, state: { requestId: 'req-1', context: someone } }))
  assert.equal((await judged('DELETE', '/things/mine')).status, 204)
  assert.equal((await judged('GET', '/wrong')).status, 204)
  await assert.rejects(judged('GET', '/things/foreign'), { kind: 'forbidden' })
})
