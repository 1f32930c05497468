/** Whatever is answered is checked against its schema in every test, so a schema that anything fits would check nothing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEmpty, mediaTypeOf } from '@nimbo/operation/content'
import type { Operation } from '@nimbo/operation/operation'
import { partsOf } from '@nimbo/operation/schema-parts'
import { services } from './services.ts'

type Schema = Operation['replies'][number]

const asserting = ['type', 'anyOf', 'enum', 'const', 'allOf', '$ref']

/** Whether it says nothing of what it is of: any value, or an object of whatever. */
const saysNothing = (schema: Schema): boolean => {
  const { properties, patternProperties, anyOf, items } = partsOf(schema)
  if (anyOf) return anyOf.some(saysNothing)
  if (items) return saysNothing(items)
  if (properties) return false
  if (patternProperties) return Object.values(patternProperties).every(saysNothing)
  return !asserting.some((name) => name in schema) || ('type' in schema && schema.type === 'object')
}

for (const { type, api } of services)
  test(`${type}: each reply has a schema that says what it holds`, async () => {
    const silent = (await api()).operations.filter(({ replies }) =>
      Object.values(replies).some(
        (schema) => !isEmpty(schema) && mediaTypeOf(schema) === undefined && saysNothing(schema),
      ),
    )
    assert.deepEqual(
      silent.map(({ id }) => id),
      [],
    )
  })
