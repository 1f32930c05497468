import assert from 'node:assert/strict'
import { test } from 'node:test'
import { own } from './own.ts'
import { setOwn } from './set-own.ts'

test('own and setOwn treat names of Object.prototype like any other name', () => {
  const things: Record<string, string> = {}
  for (const name of Object.getOwnPropertyNames(Object.prototype)) {
    assert.equal(own(things, name), undefined)
    setOwn(things, name, 'mine')
    assert.equal(own(things, name), 'mine')
  }
  assert.equal(Object.getPrototypeOf(things), Object.prototype)
  assert.deepEqual(Object.keys(things).sort(), Object.getOwnPropertyNames(Object.prototype).sort())
})
