import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { seal, sealingKey, sealingKeyBytes, unseal } from './sealed-text.ts'

const newKey = () => sealingKey(randomBytes(sealingKeyBytes))
const key = newKey()

test('sealed text opens with its key, and two seals of one text differ', () => {
  const sealed = seal(key, 'geheim é')
  assert.equal(unseal(key, sealed), 'geheim é')
  assert.notEqual(seal(key, 'geheim é'), sealed)
})

test('sealed text does not open with another key, or after a byte was changed', () => {
  const sealed = seal(key, 'geheim')
  assert.throws(() => unseal(newKey(), sealed))
  const bytes = Buffer.from(sealed, 'base64')
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
  assert.throws(() => unseal(key, bytes.toString('base64')))
})
