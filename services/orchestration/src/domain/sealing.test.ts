import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptData, sealedData } from './kept-data.ts'
import { sealingBy } from './sealing.ts'

test('secrets are always encrypted, confidential values only if everything is to be', () => {
  const sealing = sealingBy('a key', { isAll: false })
  const sealed = sealing.secret('word')
  assert.doesNotMatch(sealed, /word/)
  assert.notEqual(sealing.secret('word'), sealed)
  assert.deepEqual([sealing.open(sealed), sealing.open('plain')], ['word', 'plain'])
  assert.equal(sealing.confidential('{}'), '{}')
  assert.throws(() => sealingBy('another', { isAll: false }).open(sealed))
  const all = sealingBy('a key', { isAll: true })
  assert.notEqual(all.confidential('{}'), '{}')
  assert.equal(sealing.open(all.confidential('{}')), '{}')
})

test('without a key nothing is encrypted, and opening encrypted text fails', () => {
  const none = sealingBy(undefined, { isAll: true })
  assert.deepEqual([none.secret('a'), none.confidential('b'), none.open('c')], ['a', 'b', 'c'])
  assert.throws(() => none.open(sealingBy('a key', { isAll: false }).secret('a')), {
    message: /auth_encryption_key is missing/,
  })
})

test('the data of resource types is encrypted, of the data of the engine only the password', () => {
  const sealing = sealingBy('a key', { isAll: false })
  const kept = sealedData(sealing, { token: 't', 'heat:user': 'u', 'heat:password': 'p', gone: undefined })
  assert.equal(kept['heat:user'], 'u')
  assert.doesNotMatch(JSON.stringify([kept.token, kept['heat:password']]), /"[tp]"/)
  assert.deepEqual(keptData(sealing, JSON.stringify(kept)), {
    ...{ token: 't', 'heat:user': 'u', 'heat:password': 'p' },
  })
})
