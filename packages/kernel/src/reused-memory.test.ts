import assert from 'node:assert/strict'
import { test } from 'node:test'
import { giveBack } from './owned-bytes.ts'
import { reusedMemory, takeBack } from './reused-memory.ts'

test('memory that was given back is handed out again, even if only a part of it was used', () => {
  const memory = reusedMemory(1024, 2)
  const first = memory()
  const second = memory()
  assert.notEqual(first.buffer, second.buffer)
  giveBack(first.subarray(0, 10))
  assert.equal(memory().buffer, first.buffer)
  assert.notEqual(memory().buffer, second.buffer)
})

test('no more memory is kept than the given number of blocks', () => {
  const memory = reusedMemory(1024, 1)
  const [first, second] = [memory(), memory()]
  giveBack(first)
  giveBack(second)
  assert.equal(memory().buffer, first.buffer)
  assert.notEqual(memory().buffer, second.buffer)
})

test('memory that is given back twice is handed out once', () => {
  const memory = reusedMemory(1024, 2)
  const only = memory()
  giveBack(only)
  giveBack(only)
  assert.equal(memory().buffer, only.buffer)
  assert.notEqual(memory().buffer, only.buffer)
})

test('takeBack refuses memory that it did not hand out', () => {
  assert.equal(takeBack(new Uint8Array(16)), false)
})
