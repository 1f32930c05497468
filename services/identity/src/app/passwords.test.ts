import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword, verifyPassword } from './passwords.ts'

test('only the password itself fits its hash, which says how it was made', async () => {
  const hash = await hashPassword('correct horse', 14)
  assert.match(hash, /^\$scrypt\$ln=14,r=8,p=1\$/)
  assert.equal(await verifyPassword('correct horse', hash), true)
  assert.equal(await verifyPassword('Correct horse', hash), false)
  assert.notEqual(await hashPassword('correct horse', 14), hash)
})

test('nobody’s hash fits no password, not even none', async () => {
  assert.equal(await verifyPassword('', undefined), false)
  assert.equal(await verifyPassword('x', null), false)
})

test('a hash made with other parameters still fits', async () => {
  const { scryptSync } = await import('node:crypto')
  const salt = Buffer.alloc(16, 7)
  const key = scryptSync('old', salt, 32, { N: 1024, r: 8, p: 2 })
  const hash = `$scrypt$ln=10,r=8,p=2$${salt.toString('base64url')}$${key.toString('base64url')}`
  assert.equal(await verifyPassword('old', hash), true)
})
