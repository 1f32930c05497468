import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyJson } from './copy-json.ts'
import type { Json } from './json.ts'

const throughText = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const values: Readonly<Record<string, unknown>> = {
  'plain values': { text: 'ä"\n', number: 1.5, yes: true, no: false, nothing: null, '': 0, 7: 'seven' },
  'nested values': [{ list: [[], {}, [{ deep: { deeper: [1] } }]] }],
  'values that JSON lacks': {
    gone: undefined,
    call: () => 1,
    sign: Symbol('s'),
    list: [undefined, () => 1, Number.NaN],
  },
  'NaN and infinite numbers': {
    nan: Number.NaN,
    endless: [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  },
  'objects with toJSON': { when: new Date(0), same: [{ toJSON: (key: string) => ({ key }) }] },
  'objects whose toJSON returns undefined': {
    gone: { toJSON: () => undefined },
    list: [{ toJSON: () => undefined }],
  },
  'instances of classes': {
    map: new Map([[1, 2]]),
    own: new (class {
      readonly field = 1
    })(),
  },
}

for (const [what, value] of Object.entries(values))
  test(`${what} are copied as JSON represents them`, () => {
    assert.deepEqual(copyJson(value as Json), throughText(value))
  })

test('a copy shares nothing with its original', () => {
  const original = { list: [{ name: 'first' }] }
  const copy = copyJson(original)
  original.list[0] = { name: 'other' }
  original.list.push({ name: 'second' })
  assert.deepEqual(copy, { list: [{ name: 'first' }] })
})

test('a property named __proto__ is copied as an ordinary property', () => {
  const value = JSON.parse('{"metadata": {"__proto__": {"polluted": "yes"}}}') as { metadata: object }
  const { metadata } = copyJson(value as unknown as { metadata: Record<string, Json> })
  assert.deepEqual(Object.keys(metadata), ['__proto__'])
  assert.equal(Object.getPrototypeOf(metadata), Object.prototype)
  assert.equal(JSON.stringify(metadata), '{"__proto__":{"polluted":"yes"}}')
})

test('a BigInt is refused, as JSON refuses it', () => {
  assert.throws(() => copyJson({ size: 1n } as unknown as Json), TypeError)
})

test('an object without a prototype is copied to one without a prototype', () => {
  const original = Object.assign(Object.create(null), { __proto__: 'a name like any other', gone: undefined })
  const copy = copyJson(original as Json)
  assert.equal(Object.getPrototypeOf(copy), null)
  assert.deepEqual(Object.entries(copy ?? {}), Object.entries(JSON.parse(JSON.stringify(original))))
})
