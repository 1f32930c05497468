import assert from 'node:assert/strict'
import { test } from 'node:test'
import { JsonBody } from './json-body.ts'
import { bytesOf, textOf } from './message.ts'
import { json } from './reply.ts'

test('a JSON body reads as its text, and its copy equals what that text parses to', async () => {
  const body = new JsonBody({ name: 'ä', gone: undefined, when: new Date(0), list: [undefined, 1] })
  const text = '{"name":"ä","when":"1970-01-01T00:00:00.000Z","list":[null,1]}'
  assert.equal(await textOf(body), text)
  assert.equal((await bytesOf(body)).toString(), text)
  assert.deepEqual(body.copy(), JSON.parse(text))
})

test('changing a copy of a JSON body does not change the original', () => {
  const body = new JsonBody({ list: [{ name: 'first' }] })
  const copy = body.copy() as { list: { name: string }[] }
  copy.list.push({ name: 'second' })
  assert.deepEqual(body.copy(), { list: [{ name: 'first' }] })
})

test('a frozen value cannot be modified, its copies can', () => {
  const value = { list: [{ name: 'first' }], bytes: new Uint8Array(1) }
  const body = new JsonBody(value)
  body.freeze()
  assert.throws(() => value.list.push({ name: 'second' }), TypeError)
  assert.throws(() => Object.assign(value.list[0] ?? {}, { name: 'other' }), TypeError)
  const copy = body.copy() as typeof value
  copy.list.push({ name: 'second' })
  assert.equal(copy.list.length, 2)
})

test('a reply without a value has no body', () => {
  assert.equal(json(202, undefined).body, undefined)
})
