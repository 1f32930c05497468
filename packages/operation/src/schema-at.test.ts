import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { exact, view } from './content.ts'
import { microversion } from './microversion.ts'
import { schemaAt } from './schema-at.ts'
import { before, changed, since } from './windows.ts'

const body = Type.Object(
  {
    name: Type.String(),
    tags: since('2.26', Type.Array(Type.String())),
    personality: Type.Optional(before('2.57', Type.String())),
    swap: changed(Type.Integer(), ['2.75', Type.String()], ['2.10', Type.Boolean()]),
  },
  exact,
)
const at = (version: string) => schemaAt(body, microversion(version))
const namesAt = (version: string) => Object.keys(Object(at(version)).properties)

test('the schema of a version has the properties of that version, and requires no others', () => {
  assert.deepEqual(namesAt('2.25'), ['name', 'personality', 'swap'])
  assert.deepEqual(namesAt('2.26'), ['name', 'tags', 'personality', 'swap'])
  assert.deepEqual(namesAt('2.57'), ['name', 'tags', 'swap'])
  assert.deepEqual(Object(at('2.25')).required, ['name', 'swap'])
})

test('a property whose type changed has the type of each version', () => {
  const swapAt = (version: string) => Object(at(version)).properties.swap.type
  assert.deepEqual(['2.9', '2.10', '2.74', '2.75'].map(swapAt), ['boolean', 'string', 'string', 'integer'])
})

test('versions between two changes share one schema, so that it is compiled once', () => {
  assert.equal(at('2.27'), at('2.56'))
  assert.notEqual(at('2.56'), at('2.57'))
})

test('a schema without version ranges is the same in all versions', () => {
  const plain = view({ id: Type.String() })
  assert.equal(schemaAt(plain, microversion('2.1')), plain)
})

test('a schema is undefined in a version that lacks it', () => {
  assert.equal(schemaAt(since('2.6', Type.String()), microversion('2.5')), undefined)
})
