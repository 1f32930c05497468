import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copierOf } from './copier.ts'

const copy = copierOf(new Set(['hidden']), new Map([['listed', (value: unknown) => [value]]]))

test('objects are copied without hidden properties and with converted ones, whatever their names', () => {
  // More shapes than get a compiled copy function.
  for (let number = 0; number < 40; number += 1) {
    const object = { [`name ${number} "`]: number, hidden: 1, listed: 2 }
    assert.deepEqual(copy(object), { [`name ${number} "`]: number, listed: [2] })
    assert.equal(object.hidden, 1)
  }
})

test('a property called __proto__ is one like any other', () => {
  const fresh = copierOf(new Set(['hidden']), new Map())
  const given: Record<string, unknown> = JSON.parse('{"hidden": 1, "__proto__": {"admin": true}}')
  for (const one of [copy(given), fresh(given)]) {
    assert.deepEqual(Object.keys(one), ['__proto__'])
    assert.equal('admin' in one, false)
  }
})
