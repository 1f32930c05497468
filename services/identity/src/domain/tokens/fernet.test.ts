import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFernetKey, openFernet, parseFernetKey, sealFernet } from './fernet.ts'

const keyOf = (text: string) => {
  const key = parseFernetKey(text)
  assert.ok(key)
  return key
}

test('sealing yields the token of the example in the Fernet specification', () => {
  const key = keyOf('cw_0x689RpI-jtRR7oE8h_eQsKImvJapLeSbXpwF4e4=')
  const iv = Buffer.from(Array.from({ length: 16 }, (_, index) => index))
  assert.equal(
    sealFernet(key, Buffer.from('hello'), 499_162_800_000, iv),
    'gAAAAAAdwJ6wAAECAwQFBgcICQoLDA0ODy021cpGVWKZ_eEwCGM4BLLF_5CV9dOPmrhuVUPgJobwOz7JcbmrR64jVmpU4IwqDA',
  )
})

test('a token opens with any key of the ring and tells when it was sealed', () => {
  const [old, current] = [keyOf(newFernetKey()), keyOf(newFernetKey())]
  const token = sealFernet(old, Buffer.from('payload'), 1_700_000_000_999)
  const opened = openFernet([current, old], token)
  assert.equal(opened?.payload.toString(), 'payload')
  assert.equal(opened?.sealedAt, 1_700_000_000_000)
  assert.equal(openFernet([current], token), undefined)
})

test('a token that was altered or truncated does not open, and neither does any other text', () => {
  const key = keyOf(newFernetKey())
  const token = sealFernet(key, Buffer.from('payload'), 0)
  const bytes = Buffer.from(token, 'base64url')
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes)
    changed[index] = (changed[index] ?? 0) ^ 1
    assert.equal(openFernet([key], changed.toString('base64url')), undefined, `byte ${index}`)
  }
  for (const text of ['', 'x', token.slice(0, -4), 'gAAAAA', token + token])
    assert.equal(openFernet([key], text), undefined)
})

test('parsing refuses keys that do not have 32 bytes', () => {
  assert.equal(parseFernetKey('c2hvcnQ='), undefined)
  assert.equal(parseFernetKey(''), undefined)
})
