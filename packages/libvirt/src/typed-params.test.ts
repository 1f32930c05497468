import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numberIn, type TypedParam, typedParams } from './typed-params.ts'
import { decode, encode } from './xdr.ts'
import { XdrError } from './xdr-reader.ts'

const params: readonly TypedParam[] = [
  { field: 'operation', value: { type: 'int', value: -5 } },
  { field: 'time', value: { type: 'uint', value: 7 } },
  { field: 'moved', value: { type: 'llong', value: -1n } },
  { field: 'memory_total', value: { type: 'ullong', value: 2n ** 40n } },
  { field: 'success', value: { type: 'boolean', value: 1 } },
  { field: 'errmsg', value: { type: 'string', value: 'none' } },
]

test('typed parameters are decoded as they were encoded', () => {
  assert.deepEqual(decode(typedParams, encode(typedParams, params)), params)
  assert.equal(numberIn(params, 'memory_total'), 2 ** 40)
  assert.deepEqual([numberIn(params, 'errmsg'), numberIn(params, 'none')], [undefined, undefined])
})

test('a typed parameter of an unknown type is refused', () => {
  const bytes = encode(typedParams, [{ field: 'a', value: { type: 'int', value: 1 } }])
  bytes.writeInt32BE(9, bytes.length - 8)
  assert.throws(() => decode(typedParams, bytes), XdrError)
})
