import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namedUuid } from './named-uuid.ts'

test('namedUuid returns the version 5 UUID of a name', () => {
  // The example of RFC 9562, appendix A.4.
  assert.equal(
    namedUuid('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com'),
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  )
})
