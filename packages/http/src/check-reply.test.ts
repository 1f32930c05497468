import assert from 'node:assert/strict'
import { test } from 'node:test'
import { content, empty } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { open } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { checkOwnReply } from './check-reply.ts'

const list = operation({
  id: 'things.list',
  method: 'GET',
  path: '/things',
  summary: 'List things',
  on: open('a test'),
  replies: { 200: content('application/json', Type.Array(Type.Integer())), 204: empty },
})
const json = { 'content-type': 'application/json; charset=utf-8' }

test('checkOwnReply refuses a successful reply whose status or body is not declared', (t) => {
  t.mock.method(process.stderr, 'write', () => true)
  for (const reply of [
    { status: 200, headers: json, body: '[1]' },
    { status: 200, headers: { 'content-type': 'text/plain' }, body: 'one' },
    { status: 204, headers: {} },
    { status: 404, headers: json, body: '{}' },
  ])
    assert.doesNotThrow(() => checkOwnReply(list, 'test', reply))
  for (const [reply, complaint] of [
    [{ status: 200, headers: json, body: Buffer.from('["one"]') }, /against its declaration: 0: /],
    [{ status: 202, headers: {} }, /does not declare/],
    [{ status: 204, headers: {}, body: 'one' }, /with a body/],
  ] as const)
    assert.throws(() => checkOwnReply(list, 'test', reply), complaint)
})
