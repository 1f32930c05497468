import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptData, sealedData } from './kept-data.ts'
import { sealingBy } from './sealing.ts'

test('secrets are sealed by the key, and what is confidential where all is', () => {
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

test('without a key all is as it is, and what was sealed by one is not taken for text', () => {
  const none = sealingBy(undefined, { isAll: true })
  assert.deepEqual([none.secret('a'), none.confidential('b'), none.open('c')], ['a', 'b', 'c'])
  assert.throws(() => none.open(sealingBy('a key', { isAll: false }).secret('a')), {
    message: /auth_encryption_key is missing/,
  })
})

test('what types keep is sealed, and what the engine keeps of their resource is not, but for passwords', () => {
  const sealing = sealingBy('a key', { isAll: false })
  const kept = sealedData(sealing, { token: 't', 'heat:user': 'u', 'heat:password': 'p', gone: undefined })
  assert.equal(kept['heat:user'], 'u')
  assert.doesNotMatch(JSON.stringify([kept.token, kept['heat:password']]), /"[tp]"/)
  assert.deepEqual(keptData(sealing, JSON.stringify(kept)), {
    ...{ token: 't', 'heat:user': 'u', 'heat:password': 'p' },
  })
})
