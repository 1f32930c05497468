import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newBoxKey, parseBoxKey, seal, unseal } from './sealed-box.ts'

const key = newBoxKey()
const secret = Buffer.from('the launch code')

test('a sealed box opens only for its owner and with its key', () => {
  const box = seal(key, 'mine', secret)
  assert.deepEqual(unseal(key, 'mine', box), secret)
  assert.equal(unseal(key, 'yours', box), undefined)
  assert.equal(unseal(newBoxKey(), 'mine', box), undefined)
})

test('a sealed box does not contain the plain text, and differs each time', () => {
  const boxes = [seal(key, 'mine', secret), seal(key, 'mine', secret)]
  assert.notEqual(boxes[0], boxes[1])
  for (const box of boxes) assert.ok(!Buffer.from(box, 'base64').includes(secret))
})

test('a sealed box that was altered or truncated does not open', () => {
  const bytes = Buffer.from(seal(key, 'mine', secret), 'base64')
  for (const position of [0, 13, bytes.length - 1]) {
    const changed = Buffer.from(bytes)
    changed[position] = (changed[position] ?? 0) ^ 1
    assert.equal(unseal(key, 'mine', changed.toString('base64')), undefined)
  }
  assert.equal(unseal(key, 'mine', bytes.subarray(0, 20).toString('base64')), undefined)
})

test('a key is 32 bytes of base64', () => {
  assert.deepEqual(parseBoxKey(`${key.toString('base64')}\n`), key)
  assert.deepEqual(parseBoxKey(key.toString('base64url')), key)
  assert.equal(parseBoxKey('c2hvcnQ='), undefined)
})
