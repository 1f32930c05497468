import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenValues, parameterFields } from './parameter-fields.ts'

const described = {
  Parameters: {
    size: { Type: 'Number', Default: 3, MinValue: 1, MaxValue: 9, NoEcho: 'false', Label: 'How many' },
    key: { Type: 'String', NoEcho: 'false', CustomConstraint: 'nova.keypair', Description: 'To log in with' },
    secret: { Type: 'String', NoEcho: 'true', MinLength: 8 },
    kind: { Type: 'String', NoEcho: 'false', AllowedValues: ['a', 'b'], Default: 'a' },
    zones: { Type: 'CommaDelimitedList', NoEcho: 'false', Default: 'one,two' },
    on: { Type: 'Boolean', NoEcho: 'false', Default: 'true' },
    tags: { Type: 'Json', NoEcho: 'false', Default: { a: 1 } },
  },
}

test('each stack parameter gets the input for its type and constraints, with its default', () => {
  const fields = parameterFields(described)
  assert.deepEqual(
    fields.map(({ field: { name }, asking, required }) => [name, asking, required]),
    [
      ['size', 'number', false],
      ['key', 'reference', true],
      ['secret', 'secret', true],
      ['kind', 'choice', false],
      ['zones', 'list', false],
      ['on', 'switch', false],
      ['tags', 'area', false],
    ],
  )
  assert.deepEqual(
    fields.map(({ field: { initial } }) => initial),
    [3, undefined, undefined, 'a', ['one', 'two'], true, '{"a":1}'],
  )
  assert.deepEqual(
    [fields[0]?.field.title, fields[1]?.field.title, fields[1]?.field.hint],
    ['How many', 'key', 'To log in with'],
  )
  assert.equal(fields[2]?.property.schema.minLength, 8)
})

test('an update form has the values of the stack, except for hidden parameters', () => {
  const given = { size: '5', secret: '******', zones: 'three', on: 'False', other: 'x' }
  assert.deepEqual(givenValues(parameterFields(described), given), { size: 5, zones: ['three'], on: false })
})

test('a template without parameters has no fields', () => {
  assert.deepEqual(parameterFields({ Description: 'none' }), [])
  assert.deepEqual(parameterFields(undefined), [])
})
