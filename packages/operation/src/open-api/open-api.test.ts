import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { content, empty, exact, view } from '../content.ts'
import { microversion } from '../microversion.ts'
import { operation } from '../operation.ts'
import { found, open, ownProject } from '../target.ts'
import { since } from '../windows.ts'
import { openApiOf } from './open-api.ts'

const path = '/servers/{server_id}/action'
const action = (name: string, from: string) =>
  operation({
    id: `servers.${name}`,
    method: 'POST',
    path,
    action: name,
    since: from,
    summary: `Does ${name}`,
    rule: `servers:${name}`,
    on: found('server'),
    body: Type.Object({ [name]: Type.Null() }, exact),
    replies: { 202: empty },
  })
const operations = [
  action('pause', '2.1'),
  action('shelve', '2.9'),
  operation({
    id: 'servers.list',
    method: 'GET',
    path: '/servers',
    summary: 'Lists servers',
    rule: 'servers:index',
    on: ownProject,
    query: Type.Object({ limit: Type.Integer(), marker: Type.Optional(Type.String()) }),
    replies: { 200: view({ names: Type.Array(Type.String()), total: since('2.9', Type.Integer()) }) },
  }),
  operation({
    id: 'logs.read',
    method: 'GET',
    path: '/log',
    summary: 'Reads the log',
    on: open('for everybody'),
    replies: { 200: content('text/plain') },
  }),
]
const documentAt = (version: string) =>
  Object(openApiOf({ title: 'Test', operations, url: 'http://cloud', version: microversion(version) }))

test('a document describes one version: operations, query, replies', () => {
  const { paths, info, openapi } = documentAt('2.5')
  assert.deepEqual([openapi, info.version], ['3.1.0', '2.5'])
  const { parameters, responses } = paths['/servers'].get
  assert.deepEqual(
    parameters.map(({ name, required }: { name: string; required: boolean }) => [name, required]),
    [
      ['limit', true],
      ['marker', false],
    ],
  )
  assert.deepEqual(Object.keys(responses['200'].content['application/json'].schema.properties), ['names'])
  assert.deepEqual(paths[path].post.requestBody.content['application/json'].schema.required, ['pause'])
})

test('actions on one path are one operation, whose body is one of theirs', () => {
  const { post } = documentAt('2.9').paths[path]
  assert.equal(post.operationId, 'servers.action')
  const { oneOf } = post.requestBody.content['application/json'].schema
  assert.deepEqual(
    oneOf.map(({ required }: { required: string[] }) => required),
    [['pause'], ['shelve']],
  )
  assert.deepEqual(post.responses['202'], { description: 'Success' })
})

test('an open operation asks for no token, and bytes have their media type', () => {
  const { get } = documentAt('2.1').paths['/log']
  assert.deepEqual([get.security, get.responses['200'].content], [[], { 'text/plain': {} }])
})

test('examples of requests and replies are beside the schemas, by operation where several share a path', () => {
  const source = { title: 'Test', operations, url: 'http://cloud', version: microversion('2.9') }
  const { paths } = Object(
    openApiOf({
      ...source,
      exampleOf: ({ id, action: key }) => ({
        request: key === undefined ? undefined : { [key]: null },
        replies: id === 'servers.list' ? { 200: { names: ['a'], total: 1 } } : {},
      }),
    }),
  )
  const { requestBody } = paths[path].post
  assert.deepEqual(requestBody.content['application/json'].examples, {
    'servers.pause': { value: { pause: null } },
    'servers.shelve': { value: { shelve: null } },
  })
  const { content: reply } = paths['/servers'].get.responses[200]
  assert.deepEqual(reply['application/json'].example, { names: ['a'], total: 1 })
})
