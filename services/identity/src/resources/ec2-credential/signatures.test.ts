import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSigned } from './signatures.ts'

/** The example in Amazon's documentation of Signature Version 4: `iam`, `ListUsers`. */
const request = {
  verb: 'GET',
  host: 'iam.amazonaws.com',
  path: '/',
  params: { Action: 'ListUsers', Version: '2010-05-08' },
  headers: {
    'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8',
    Host: 'iam.amazonaws.com',
    'X-Amz-Date': '20150830T123600Z',
    Authorization:
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7',
  },
  body_hash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  signature: '5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7',
}
const secret = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'

test('the version 4 signature of the example in Amazon’s documentation is accepted, and no other', () => {
  assert.equal(isSigned(secret, request), true)
  assert.equal(isSigned(secret, { ...request, verb: 'PUT' }), false)
  assert.equal(isSigned(`${secret}x`, request), false)
})

test('a request without a known signature version counts as not signed', () => {
  assert.equal(isSigned(secret, { ...request, headers: {}, params: {} }), false)
  assert.equal(isSigned(secret, { ...request, headers: {}, params: { SignatureVersion: '3' } }), false)
})
