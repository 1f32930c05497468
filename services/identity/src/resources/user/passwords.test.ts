import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UserError } from '@nimbo/kernel/user-error'
import { forRandom, type HashRecipe, recipeOf } from '../../domain/authentication/hash-recipe.ts'
import { hashPassword, isDated, verifyPassword } from './passwords.ts'

const recipes: readonly (readonly [HashRecipe, RegExp])[] = [
  [{ algorithm: 'scrypt', rounds: 14 }, /^\$scrypt\$ln=14,r=8,p=1\$/],
  [{ algorithm: 'bcrypt', rounds: 5 }, /^\$2b\$05\$/],
  [{ algorithm: 'pbkdf2_sha512', rounds: 1000 }, /^\$pbkdf2-sha512\$1000\$/],
]

for (const [recipe, form] of recipes) {
  test(`${recipe.algorithm}: a hash names its algorithm and cost, and only the right password matches it`, async () => {
    const hash = await hashPassword('correct horse', recipe)
    assert.match(hash, form)
    assert.equal(await verifyPassword('correct horse', hash, recipe), true)
    assert.equal(await verifyPassword('Correct horse', hash, recipe), false)
    assert.notEqual(await hashPassword('correct horse', recipe), hash)
  })

  test(`${recipe.algorithm}: no password matches a missing or malformed hash`, async () => {
    assert.equal(await verifyPassword('', undefined, recipe), false)
    assert.equal(await verifyPassword('x', null, recipe), false)
    assert.equal(await verifyPassword('x', 'no hash at all', recipe), false)
  })

  test(`${recipe.algorithm}: a hash of another algorithm or with fewer rounds is outdated`, async () => {
    const hash = await hashPassword('x', recipe)
    assert.equal(isDated(hash, recipe), false)
    assert.equal(isDated(hash, { ...recipe, rounds: recipe.rounds + 1 }), true)
    assert.equal(isDated(hash, { ...recipe, rounds: recipe.rounds - 1 }), false)
    for (const [other] of recipes)
      assert.equal(isDated(hash, other), other.algorithm !== recipe.algorithm, other.algorithm)
    assert.equal(isDated(await hashPassword('x', forRandom), recipe), false)
  })
}

test('a scrypt hash with other parameters can still be verified', async () => {
  const { scryptSync } = await import('node:crypto')
  const salt = Buffer.alloc(16, 7)
  const key = scryptSync('old', salt, 32, { N: 1024, r: 8, p: 2 })
  const hash = `$scrypt$ln=10,r=8,p=2$${salt.toString('base64url')}$${key.toString('base64url')}`
  assert.equal(await verifyPassword('old', hash, forRandom), true)
})

test('password hashes that another Keystone made with passlib can be verified', async () => {
  const hashes = [
    '$pbkdf2-sha512$1000$AAECAwQFBgcICQoLDA0ODw$x05AgND7tB/uWGjA/2D9dayuJjghWYfl/1T46uIRM5ta0a9uOHvBLdOnC7blqQEIFBxfCONToumEQ5pDM8Qtbg',
    '$2b$05$abcdefghijklmnopqrstuuWG29KuyeAicPCJODk1zjyGvyQUU2awu',
  ]
  for (const hash of hashes) assert.equal(await verifyPassword('password', hash, forRandom), true, hash)
})

test('a number of rounds outside the range of the algorithm is refused', () => {
  assert.deepEqual(recipeOf({ password_hash_algorithm: 'bcrypt' }), { algorithm: 'bcrypt', rounds: 12 })
  assert.throws(
    () => recipeOf({ password_hash_algorithm: 'bcrypt', password_hash_rounds: 60_000 }),
    (error) => error instanceof UserError && /bcrypt takes 4 to 31, not 60000/.test(error.message),
  )
})
