import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { schemaChecker } from './validate.ts'

const inBody = schemaChecker('body')
const inQuery = schemaChecker('query')

const reason = (schema: TSchema, value: unknown): string | undefined => inBody(schema)(value)?.reason
const strict = { additionalProperties: false }

test('a value that matches its schema is valid', () => {
  assert.equal(inBody(Type.Object({ name: Type.String() }))({ name: 'x' }), undefined)
})

for (const [schema, value, words] of [
  [Type.Object({ a: Type.Integer() }), {}, "'a' is a required property"],
  [Type.Object({}, strict), { b: 1 }, "Additional properties are not allowed ('b' was unexpected)"],
  [Type.Integer(), 'x', "'x' is not of type 'integer'"],
  [Type.String(), null, "None is not of type 'string'"],
  [Type.String(), true, "True is not of type 'string'"],
  [Type.String(), { a: [1, false, null] }, "{'a': [1, False, None]} is not of type 'string'"],
  [Type.String({ maxLength: 2 }), "it's", `"it's" is too long`],
  [Type.String({ minLength: 1 }), '', "'' is too short"],
  [Type.Array(Type.Integer(), { maxItems: 1 }), [1, 2], '[1, 2] is too long'],
  [Type.Array(Type.Integer(), { uniqueItems: true }), [1, 1], '[1, 1] has non-unique elements'],
  [Type.Integer({ minimum: 1 }), 0, '0 is less than the minimum of 1'],
  [Type.Integer({ maximum: 1 }), 2, '2 is greater than the maximum of 1'],
  [Type.Number({ exclusiveMinimum: 0 }), 0, '0 is less than or equal to the minimum of 0'],
  [Type.String({ pattern: '^a$' }), 'b', "'b' does not match '^a$'"],
  [Type.String({ format: 'uuid' }), 'b', "'b' is not a 'uuid'"],
  [
    Type.Record(Type.String(), Type.Integer(), { minProperties: 1 }),
    {},
    '{} does not have enough properties',
  ],
] as const)
  test(`an invalid value is refused in the words of python-jsonschema: ${words}`, () =>
    assert.equal(reason(schema, value), words))

test('the error of a union of literals lists them all', () => {
  const schema = Type.Union([Type.Literal('soft'), Type.Literal('hard')])
  assert.equal(reason(schema, 'x'), "'x' is not one of ['soft', 'hard']")
})

test('the error of a union is that of the alternative that was probably meant', () => {
  const nullable = Type.Union([Type.String({ maxLength: 2 }), Type.Null()])
  assert.equal(reason(nullable, 'long'), "'long' is too long")
  const either = Type.Union([
    Type.Object({ host: Type.String() }, strict),
    Type.Object({ port: Type.Object({ id: Type.Integer() }) }, strict),
  ])
  const invalid = inBody(either)({ port: { id: 'x' } })
  assert.deepEqual([invalid?.path, invalid?.reason], ['port.id', "'x' is not of type 'integer'"])
})

test('the error of a union refuses all alternatives if none was more probably meant', () => {
  const either = Type.Union([Type.String({ maxLength: 2 }), Type.Integer()])
  assert.equal(reason(either, []), '[] is not valid under any of the given schemas')
})

test('an error has the path through properties and lists, and the invalid or missing property', () => {
  const schema = Type.Object({
    server: Type.Object({ networks: Type.Array(Type.Object({ 'a/b': Type.Integer() })) }),
  })
  const wrong = inBody(schema)({ server: { networks: [{ 'a/b': 1 }, { 'a/b': 'x' }] } })
  assert.deepEqual([wrong?.path, wrong?.property, wrong?.value], ['server.networks.1.a/b', 'a/b', 'x'])
  const missing = inBody(schema)({ server: {} })
  assert.deepEqual([missing?.path, missing?.property, missing?.keyword], ['server', 'networks', 'required'])
})

test('a missing property gets its default', () => {
  const value: { server: { min?: number } } = { server: {} }
  const schema = Type.Object({ server: Type.Object({ min: Type.Integer({ default: 1 }) }) })
  assert.equal(inBody(schema)(value), undefined)
  assert.deepEqual(value, { server: { min: 1 } })
})

test('text in a query is converted to the numbers, booleans and lists of its schema; in a body it is not', () => {
  const schema = Type.Object({ limit: Type.Integer(), all: Type.Boolean(), tag: Type.Array(Type.String()) })
  const query: Record<string, unknown> = { limit: '5', all: 'true', tag: 'a' }
  assert.equal(inQuery(schema)(query), undefined)
  assert.deepEqual(query, { limit: 5, all: true, tag: ['a'] })
  assert.equal(reason(schema, { limit: '5', all: true, tag: [] }), "'5' is not of type 'integer'")
  assert.equal(inQuery(schema)({ limit: 'x', all: 'true', tag: 'a' })?.reason, "'x' is not of type 'integer'")
})
