import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { readQuery } from './read-query.ts'

const schema = Type.Object({ limit: Type.Integer(), id: Type.Array(Type.String()) })
const query = new URLSearchParams('limit=1&limit=2&id=a&id=b&other=x')

test('of a repeated parameter the last value counts, unless the schema takes a list', () => {
  assert.deepEqual({ ...readQuery(query, schema, 'last') }, { limit: '2', id: ['a', 'b'], other: 'x' })
})

test('repeated parameters can be kept, so that validation refuses them', () => {
  assert.deepEqual({ ...readQuery(query, schema, 'kept') }, { limit: ['1', '2'], id: ['a', 'b'], other: 'x' })
})

test('__proto__ and constructor are ordinary names of parameters', () => {
  const read = readQuery(new URLSearchParams('__proto__=1&constructor=2'), schema, 'last')
  assert.deepEqual(Object.entries(read), [
    ['__proto__', '1'],
    ['constructor', '2'],
  ])
})
