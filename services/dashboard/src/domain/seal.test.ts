import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealBy } from './seal.ts'

test('sealed text opens only with the same key, and only unaltered', () => {
  const sealed = sealBy('a long text').seal('gAAAA token')
  assert.ok(!Buffer.from(sealed, 'base64url').toString('latin1').includes('token'))
  assert.equal(sealBy('a long text').open(sealed), 'gAAAA token')
  assert.equal(sealBy('another text').open(sealed), undefined)
  const changed = Buffer.from(sealed, 'base64url')
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  assert.equal(sealBy('a long text').open(changed.toString('base64url')), undefined)
  assert.equal(sealBy('a long text').open('short'), undefined)
})
