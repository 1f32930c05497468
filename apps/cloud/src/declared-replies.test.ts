/** Every test validates responses against their schemas, so a schema that accepts anything would check nothing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEmpty, mediaTypeOf } from '@nimbo/operation/content'
import type { Operation } from '@nimbo/operation/operation'
import { partsOf } from '@nimbo/operation/schema-parts'
import { services } from './services.ts'

type Schema = Operation['replies'][number]

const asserting = ['type', 'anyOf', 'enum', 'const', 'allOf', '$ref']

/** Whether a schema accepts any value, or any object. */
const saysNothing = (schema: Schema): boolean => {
  const { properties, patternProperties, anyOf, items } = partsOf(schema)
  if (anyOf) return anyOf.some(saysNothing)
  if (items) return saysNothing(items)
  if (properties) return false
  if (patternProperties) return Object.values(patternProperties).every(saysNothing)
  return !asserting.some((name) => name in schema) || ('type' in schema && schema.type === 'object')
}

for (const { type, api } of services)
  test(`${type}: no reply has a schema that accepts any value or any object`, async () => {
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
