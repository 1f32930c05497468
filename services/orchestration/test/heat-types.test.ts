import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownCloud } from '@nimbo/testkit/own-cloud'
import { engineOf } from './small-engine.ts'
import { typesCoveredBy } from './covered-types.ts'

const cloud = ownCloud()
const { create, lives } = engineOf(() => cloud().admin)

test('OS::Heat::Value converts its value to the given type and refuses one that does not fit', async () => {
  const value = await create('OS::Heat::Value', 'value', { value: 'a, b', type: 'comma_delimited_list' })
  assert.deepEqual(await value.attribute('value'), ['a', 'b'])
  assert.equal(await value.update({ value: '12', type: 'number' }), 'update')
  assert.equal(await value.attribute('value'), 12)
  await value.update({ value: '{"a": 1}', type: 'json' })
  assert.deepEqual(await value.attribute('value'), { a: 1 })
  await value.update({ value: 'on', type: 'boolean' })
  assert.equal(await value.attribute('value'), true)
  await value.update({ value: { deep: [1] } })
  assert.deepEqual(await value.attribute('value'), { deep: [1] })
  await assert.rejects(create('OS::Heat::Value', 'value', { value: 'x', type: 'number' }))
  await value.delete()
})

test('a random string has the requested length and characters, and is replaced if the length changes', async () => {
  const text = await create('OS::Heat::RandomString', 'text', {
    length: 12,
    character_classes: [
      { class: 'digits', min: 4 },
      { class: 'uppercase', min: 8 },
    ],
  })
  const value = String(await text.attribute('value'))
  assert.match([...value].sort().join(''), /^\d{4}[A-Z]{8}$/)
  assert.equal(text.refId, value)
  const plain = await create('OS::Heat::RandomString', 'plain', {
    character_sequences: [{ sequence: '-#-' }],
  })
  assert.match(String(await plain.attribute('value')), /^[A-Za-z0-9#-]{32}$/)
  assert.equal(await text.update({ length: 13 }), 'replace')
  await text.delete()
})

test('a TestResource waits, fails and is replaced as its properties say', async () => {
  const tried = await create('OS::Heat::TestResource', 'tried', { value: 'one', wait_secs: 0.05 })
  assert.equal(await tried.attribute('output'), 'one')
  assert.equal(await tried.update({ value: 'two' }), 'update')
  assert.equal(await tried.attribute('output'), 'two')
  assert.equal(await tried.update({ value: 'two', update_replace: true }), 'replace')
  await tried.delete()
  await assert.rejects(create('OS::Heat::TestResource', 'bad', { fail: true }), {
    message: 'Test Resource failed bad',
  })
})

test('OS::Heat::None accepts any property, and OS::Heat::Delay waits', async () => {
  const nothing = await create('OS::Heat::None', 'nothing', { whatever: 1 })
  assert.equal(await nothing.update({}), 'nothing')
  await nothing.delete()
  const delay = await create('OS::Heat::Delay', 'delay', {
    min_wait: 0.05,
    max_jitter: 0.05,
    actions: ['CREATE'],
  })
  assert.equal(await delay.update({ min_wait: 1 }), 'update')
  await delay.delete()
})

test('a SwiftSignal is complete after the signals put to its handle, and fails on a failure signal', async () => {
  const handle = await create('OS::Heat::SwiftSignalHandle', 'handle', {})
  assert.match(String(await handle.attribute('curl_cli')), /^curl -i -X PUT 'http/)
  const put = (body: object) =>
    fetch(handle.refId, {
      method: 'PUT',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  assert.equal((await put({ id: 'a', data: 'one' })).status, 201)
  assert.equal((await put({ data: 'two' })).status, 201)
  const wait = await create('OS::Heat::SwiftSignal', 'wait', { handle: handle.refId, timeout: 10, count: 2 })
  assert.deepEqual(JSON.parse(String(await wait.attribute('data'))), { a: 'one', 2: 'two' })
  await put({ status: 'FAILURE', reason: 'no disk' })
  await assert.rejects(
    create('OS::Heat::SwiftSignal', 'bad', { handle: handle.refId, timeout: 10, count: 9 }),
    {
      message: 'no disk',
    },
  )
  assert.equal(await wait.update({ handle: handle.refId, timeout: 20, count: 2 }), 'replace')
  assert.equal(await handle.update({}), 'nothing')
  for (const one of [wait, handle]) await one.delete()
})

test('the tests above create, update and delete each resource type that this file covers', () => {
  assert.deepEqual(lives.missing(typesCoveredBy('heat-types')), [])
})
