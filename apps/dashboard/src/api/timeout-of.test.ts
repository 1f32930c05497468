import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeoutOf } from './timeout-of.ts'

const hour = 3_600_000

test('an upload may take hours, another request only minutes', () => {
  assert.ok(timeoutOf(new Blob(['the content of an object'])) > hour)
  assert.ok(timeoutOf('{"server":{}}') < hour)
  assert.ok(timeoutOf(undefined) < hour)
})
