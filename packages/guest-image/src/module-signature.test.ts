import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withoutSignature } from './module-signature.ts'

const code = Buffer.from('the module itself')
const signed = (size: number) => {
  const info = Buffer.alloc(12)
  info.writeUInt32BE(size, 8)
  return Buffer.concat([code, Buffer.alloc(40, 's'), info, Buffer.from('~Module signature appended~\n')])
}

describe('withoutSignature', () => {
  it('cuts the signature off', () => assert.deepEqual(withoutSignature(signed(40)), code))
  it('leaves an unsigned module alone', () => assert.deepEqual(withoutSignature(code), code))
  it('refuses a signature longer than its file', () =>
    assert.throws(() => withoutSignature(signed(4000)), /longer/))
})
