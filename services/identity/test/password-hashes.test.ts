import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { test } from 'node:test'
import type { KeystoneConfig } from '../src/config.ts'
import type { IdentityTables } from '../src/db/tables.ts'
import { identityMigrations } from '../src/migrations.ts'
import { type IdentityStory, startIdentityStory } from './identity-story.ts'

/** The stored hash of a user's password. */
const keptOf = async (
  { openDatabase }: Pick<IdentityStory, 'openDatabase'>,
  name: string,
): Promise<string> => {
  const db = await openDatabase<IdentityTables>('keystone', identityMigrations)
  const query = db.selectFrom('users').select('password_hash').where('name', '=', name)
  return (await query.executeTakeFirstOrThrow()).password_hash ?? ''
}

const hashing =
  (algorithm: KeystoneConfig['identity']['password_hash_algorithm'], rounds: number) =>
  (config: KeystoneConfig): KeystoneConfig => ({
    ...config,
    identity: {
      ...config.identity,
      password_hash_algorithm: algorithm,
      password_hash_rounds: rounds,
    },
  })

/** The names of the hash computations that `work` starts. */
const hashesIn = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
  const started: string[] = []
  const hook = createHook({
    init: (_id, type) => {
      if (/scrypt|pbkdf2|bcrypt/i.test(type)) started.push(type)
    },
  }).enable()
  try {
    await work()
  } finally {
    hook.disable()
  }
  return started
}

for (const [algorithm, rounds] of [
  ['scrypt', 1],
  ['bcrypt', 4],
  ['pbkdf2_sha512', 1000],
] as const)
  test(`${algorithm}: a login as an unknown user gets the same answer and computes the same hash as one with a wrong password`, async () => {
    await using story = await startIdentityStory({}, hashing(algorithm, rounds))
    await story.member('ann')
    const { headers, ...wrong } = await story.login('ann', 'wrong')
    const { headers: others, ...unknown } = await story.login('nobody', 'wrong')
    assert.equal(wrong.status, 401)
    assert.deepEqual(unknown, wrong)
    assert.deepEqual(Object.keys(others), Object.keys(headers))
    const hashes = await hashesIn(() => story.login('ann', 'wrong'))
    assert.equal(hashes.length, 1)
    assert.deepEqual(await hashesIn(() => story.login('nobody', 'wrong')), hashes)
  })

test('after a change of the hash algorithm a login rehashes the password, and tokens stay valid', async () => {
  await using story = await startIdentityStory({}, hashing('scrypt', 5))
  const { token } = await story.member('ann')
  const steps = [
    ['bcrypt', 5, '$2b$05$'],
    ['bcrypt', 6, '$2b$06$'],
    ['pbkdf2_sha512', 1000, '$pbkdf2-sha512$1000$'],
    ['scrypt', 6, '$scrypt$ln=6,'],
  ] as const
  let before = await keptOf(story, 'ann')
  for (const [algorithm, rounds, beginning] of steps) {
    await story.reconfigure(hashing(algorithm, rounds))
    assert.equal((await story.login('ann', 'wrong')).status, 401)
    assert.equal(await keptOf(story, 'ann'), before)
    await story.tokenFor('ann', 'pw')
    const after = await keptOf(story, 'ann')
    assert.ok(after.startsWith(beginning), after)
    await story.tokenFor('ann', 'pw')
    assert.equal(await keptOf(story, 'ann'), after)
    before = after
  }
  assert.equal((await story.send('GET', '/v3/auth/tokens', { token, subject: token })).status, 200)
})

test('new and changed passwords use the configured algorithm', async () => {
  await using story = await startIdentityStory({}, hashing('bcrypt', 4))
  const { user } = await story.member('ann')
  assert.match(await keptOf(story, 'ann'), /^\$2b\$04\$/)
  const changed = await story.send('POST', `/v3/users/${user.id}/password`, {
    token: await story.tokenFor('ann', 'pw'),
    json: { user: { original_password: 'pw', password: 'next' } },
  })
  assert.equal(changed.status, 204)
  assert.match(await keptOf(story, 'ann'), /^\$2b\$04\$/)
  await story.tokenFor('ann', 'next')
})

test('a login does not rehash the random password of one of the cloud’s own accounts', async () => {
  await using story = await startIdentityStory({}, hashing('bcrypt', 5))
  const before = await keptOf(story, 'admin')
  await story.tokenFor('admin', 'admin-secret')
  assert.equal(await keptOf(story, 'admin'), before)
})
