import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { content, empty, exact, view } from '../content.ts'
import { operation } from '../operation.ts'
import { ownProject as on } from '../target.ts'
import { apiClient, type Send } from './api-client.ts'
import type { OutgoingCall } from './outgoing-call.ts'

const Thing = view({ id: Type.String(), size: Type.Integer() })
const common = { summary: 'of a made-up API', on }

const showThing = operation({
  ...common,
  id: 'things.show',
  method: 'GET',
  path: '/things/{thing_id}',
  replies: { 200: view({ thing: Thing }) },
})
const listThings = operation({
  ...common,
  id: 'things.list',
  method: 'GET',
  path: '/things',
  query: Type.Object({
    limit: Type.Optional(Type.String()),
    tag: Type.Optional(Type.Array(Type.String())),
    marker: Type.Optional(Type.String()),
  }),
  replies: { 200: view({ things: Type.Array(Thing), next: Type.Optional(Type.String()) }) },
})
const create = operation({
  ...common,
  id: 'things.create',
  method: 'POST',
  path: '/things',
  body: Type.Union([
    Type.Object({ thing: Type.Object({ size: Type.Integer() }, exact) }, exact),
    Type.Object({ things: Type.Array(Type.Object({ size: Type.Integer() }, exact)) }, exact),
  ]),
  replies: { 201: Type.Union([view({ thing: Thing }), view({ things: Type.Array(Thing) })]) },
})
const stop = operation({
  ...common,
  id: 'things.stop',
  method: 'POST',
  path: '/things/{thing_id}/action',
  action: 'os-stop',
  replies: { 202: empty },
})
const rename = operation({
  ...common,
  id: 'things.rename',
  method: 'PUT',
  path: '/things/{thing_id}',
  since: '2.5',
  until: '2.9',
  replies: { 204: empty },
})
const resize = operation({
  ...common,
  id: 'things.resize',
  method: 'PUT',
  path: '/things/{thing_id}/size',
  body: Type.Object({ size: Type.Integer() }, exact),
  replies: { 204: empty },
})
const upload = operation({
  ...common,
  id: 'things.upload',
  method: 'PUT',
  path: '/things/{thing_id}/file',
  body: content('application/octet-stream'),
  replies: { 204: empty },
})

/** A client whose service sends these replies in turn, and the calls that were sent. */
const clientOf = (...replies: readonly { status?: number; body?: unknown; link?: string }[]) => {
  const sent: OutgoingCall[] = []
  const send: Send<string> = async (call) => {
    const { status = 200, body, link } = replies[sent.length] ?? {}
    sent.push(call)
    const text = body === undefined ? '' : JSON.stringify(body)
    const headers = { 'x-openstack-request-id': 'req-1', ...(link === undefined ? {} : { link }) }
    return { status, headers, text: async () => text, content: text }
  }
  return { client: apiClient({ api: { type: 'thing', prefix: '/v2' }, send, version: '2.4' }), sent }
}

test('the contract gives a call its method, path and version, and its reply a type', async () => {
  const { client, sent } = clientOf({ body: { thing: { id: 'a/b', size: 3 } } })
  const { thing } = await client.call(showThing, { path: { thing_id: 'a/b' } })
  assert.equal(thing.size + 1, 4)
  assert.deepEqual(sent, [
    {
      method: 'GET',
      path: '/v2/things/a%2Fb',
      query: undefined,
      headers: { accept: 'application/json', 'openstack-api-version': 'thing 2.4' },
      body: undefined,
    },
  ])
})

test('the type of a reply follows the type of the body if an operation has several of both', async () => {
  const { client } = clientOf({ body: { thing: { id: '1', size: 3 } } }, { body: { things: [] } })
  assert.equal((await client.call(create, { body: { thing: { size: 3 } } })).thing.id, '1')
  assert.deepEqual((await client.call(create, { body: { things: [{ size: 3 }] } })).things, [])
})

test('what a contract does not have does not compile', () => {
  const { client } = clientOf()
  const _never = async () => {
    // @ts-expect-error: the path names a thing
    await client.call(showThing)
    // @ts-expect-error: a size is a number
    await client.call(create, { body: { thing: { size: 'large' } } })
    // @ts-expect-error: nobody reads a colour
    await client.call(resize, { path: { thing_id: 1 }, body: { size: 3, colour: 'red' } })
    // @ts-expect-error: a list is not asked for sizes
    await client.call(listThings, { query: { size: 3 } })
    // @ts-expect-error: a thing has no name
    const { name } = (await client.call(showThing, { path: { thing_id: '1' } })).thing
    return name
  }
  assert.ok(_never)
})

test('an action without a body is sent as its key with null, and bytes are sent as they are', async () => {
  const { client, sent } = clientOf()
  await client.call(stop, { path: { thing_id: 1 } })
  await client.call(upload, { path: { thing_id: 1 }, body: 'bytes' })
  assert.deepEqual(
    sent.map(({ body, headers }) => [body, headers['content-type']]),
    [
      ['{"os-stop":null}', 'application/json'],
      ['bytes', 'application/octet-stream'],
    ],
  )
})

test('an error reply is thrown with its kind, status, message and request id', async () => {
  const { client } = clientOf({ status: 404, body: { itemNotFound: { message: 'no such thing' } } })
  await assert.rejects(client.call(showThing, { path: { thing_id: '1' } }), {
    code: 'RemoteFault',
    kind: 'notFound',
    message: 'no such thing',
    details: { service: 'thing', status: 404, requestId: 'req-1' },
  })
})

test('an operation that the requested version lacks is refused before it is sent', async () => {
  const { client, sent } = clientOf()
  const path = { thing_id: '1' }
  for (const version of ['2.4', '2.10', 'latest'])
    await assert.rejects(client.call(rename, { path, version }), { code: 'OperationNotInVersion' })
  assert.equal(sent.length, 0)
  for (const version of ['2.5', '2.9']) await client.call(rename, { path, version })
  assert.equal(sent[1]?.headers['openstack-api-version'], 'thing 2.9')
})

test('an empty id is refused: its path would be that of the whole collection', async () => {
  const { client } = clientOf()
  await assert.rejects(client.call(showThing, { path: { thing_id: '' } }), RangeError)
})

const page = (id: string, next?: string) => ({
  body: { things: [{ id, size: 1 }], ...(next ? { next } : {}) },
})

test('a list is read to its last page, with the query of each next link', async () => {
  const { client, sent } = clientOf(page('1', '/other/v2/things?limit=1&marker=1&tag=x&tag=y'), page('2'))
  const things = await Array.fromAsync(client.items(listThings, 10, { query: { limit: 1, tag: ['x', 'y'] } }))
  assert.deepEqual(
    things.map(({ id }) => id),
    ['1', '2'],
  )
  assert.deepEqual(
    sent.map(({ path, query }) => [path, String(query)]),
    [
      ['/v2/things', 'limit=1&tag=x&tag=y'],
      ['/v2/things', 'limit=1&marker=1&tag=x&tag=y'],
    ],
  )
})

test('a list is read up to the wanted number of items, and not past a link that repeats', async () => {
  const endless = Array.from({ length: 9 }, (_, index) => page(`${index}`, `?marker=${index}`))
  const few = clientOf(...endless)
  assert.equal((await Array.fromAsync(few.client.items(listThings, 3))).length, 3)
  assert.equal(few.sent.length, 3)
  const circle = clientOf(...Array.from({ length: 9 }, () => page('1', '?marker=1')))
  assert.equal((await Array.fromAsync(circle.client.items(listThings, 9))).length, 2)
})

for (const [form, body] of Object.entries({
  'a list of links named after the collection': {
    things: [{ id: '1' }],
    things_links: [{ rel: 'next', href: 'http://x/things?a=1' }],
  },
  'a list called links': {
    things: [{ id: '1' }],
    links: [{ rel: 'next', href: 'http://x/things?a=1' }],
  },
  'a member of links': { things: [{ id: '1' }], links: { self: 'x', next: 'http://x/things?a=1' } },
  'the property next': { things: [{ id: '1' }], first: '/x', next: '/x?a=1' },
}))
  test(`the next page is found in ${form}`, async () => {
    const { client, sent } = clientOf({ body }, { body: { things: [] } })
    await Array.fromAsync(client.items(listThings, 9))
    assert.equal(String(sent[1]?.query), 'a=1')
  })

test('a list that is the whole body is continued by its Link header', async () => {
  const link = '<http://x/things?a=1>; rel="next"'
  const { client, sent } = clientOf({ body: [{ id: '1' }], link }, { body: [{ id: '2' }] })
  const things = await Array.fromAsync(client.items(listThings, 9))
  assert.deepEqual(things, [{ id: '1' }, { id: '2' }])
  assert.equal(String(sent[1]?.query), 'a=1')
})
