import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonAsInPython } from './json-as-in-python.ts'

test('jsonAsInPython spaces JSON as Python does, and leaves the contents of strings alone', () => {
  const value = { a: [1, 2.5, null], 'b\n "c": ': 'x,\n  y: {}', d: {}, e: [], f: [{ g: true }] }
  const text = jsonAsInPython(value)
  assert.equal(
    text,
    '{"a": [1, 2.5, null], "b\\n \\"c\\": ": "x,\\n  y: {}", "d": {}, "e": [], "f": [{"g": true}]}',
  )
  assert.deepEqual(JSON.parse(text), value)
})
