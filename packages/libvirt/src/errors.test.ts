import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConnectionLost, decodeError, errorBody, errorCodes, isLibvirtError } from './errors.ts'
import { encode } from './xdr.ts'

const body = {
  code: errorCodes.noDomain,
  domain: 10,
  message: 'Domain not found' as string | null,
  level: 2,
  dom: { name: 'guest', uuid: '6695eb01-f6a4-8304-79aa-97f2502e193f', id: -1 },
  str1: 'Domain not found: %s',
  str2: null,
  str3: null,
  int1: 0,
  int2: 0,
  net: null,
}

test('an error keeps its code, domain, level and message', () => {
  const error = decodeError(encode(errorBody, body))
  assert.deepEqual(
    { code: error.code, domain: error.domain, level: error.level, message: error.message },
    { code: 42, domain: 10, level: 2, message: 'Domain not found' },
  )
})

test('an error without a message gets one with its code', () => {
  assert.match(decodeError(encode(errorBody, { ...body, message: null })).message, /42/)
})

test('errors are told apart by code', () => {
  const error: unknown = decodeError(encode(errorBody, body))
  assert.equal(isLibvirtError(error), true)
  assert.equal(isLibvirtError(error, errorCodes.noDomain), true)
  assert.equal(isLibvirtError(error, errorCodes.operationInvalid), false)
  assert.equal(isLibvirtError(new ConnectionLost('gone')), false)
})
