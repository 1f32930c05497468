import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadConfig } from '@nimbo/config/load-config'
import { keystoneOptions, type SecurityCompliance } from '../src/config.ts'
import { passcodeAt } from '../src/domain/authentication/totp.ts'
import { startIdentityStory } from './identity-story.ts'

type Story = Awaited<ReturnType<typeof startIdentityStory>>

const dayMs = 86_400_000
const withRules = (rules: Partial<SecurityCompliance>) => startIdentityStory(rules)
const configOf = (env: NodeJS.ProcessEnv) => loadConfig({ files: [], env, options: keystoneOptions })
const generic = 'The request you have made requires authentication.'

const makeUser = async (story: Story, user: object = {}) =>
  (await story.asAdmin('POST', '/v3/users', { user: { name: 'ann', password: 'first', ...user } })).user

/** Logs in with each password in turn; returns the statuses. */
const logins = async (story: Story, ...passwords: readonly string[]): Promise<readonly number[]> => {
  const statuses: number[] = []
  for (const password of passwords) statuses.push((await story.login('ann', password)).status)
  return statuses
}

/** Changes a user's own password; returns the status and the message. */
const change = async (story: Story, id: string, original_password: string, password: string) => {
  const json = { user: { original_password, password } }
  const { status, body } = await story.send('POST', `/v3/users/${id}/password`, { json })
  return [status, body?.error.message]
}

/** Advances the clock and logs the admin in again. */
const adminAfter = async (story: Story, ms: number): Promise<string> => {
  story.skip(ms)
  return story.tokenFor('admin', 'admin-secret', story.inProject('admin'))
}

test('by default wrong passwords lock nobody out, and passwords can be reused and never expire', async () => {
  await using story = await startIdentityStory()
  const user = await makeUser(story)
  assert.equal(user.password_expires_at, null)
  assert.deepEqual(await logins(story, ...Array(30).fill('wrong'), 'first'), [...Array(30).fill(401), 201])
  for (const [from, to] of [
    ['first', 'second'],
    ['second', 'first'],
  ] as const)
    assert.deepEqual(await change(story, user.id, from, to), [204, undefined])
  await adminAfter(story, 3_650 * dayMs)
  assert.deepEqual(await logins(story, 'first'), [201])
})

test('too many wrong passwords lock a user out, even with the right one, for lockout_duration', async () => {
  await using story = await withRules({ lockout_failure_attempts: 3, lockout_duration: 1800 })
  const user = await makeUser(story)
  assert.deepEqual(await logins(story, 'wrong', 'wrong', 'first'), [401, 401, 201])
  assert.deepEqual(await logins(story, 'wrong', 'wrong', 'wrong', 'first'), [401, 401, 401, 401])
  const { body } = await story.login('ann', 'first')
  assert.equal(body.error.message, generic)
  assert.equal((await change(story, user.id, 'first', 'second'))[0], 401)
  story.skip(1_700_000)
  assert.deepEqual(await logins(story, 'first'), [401])
  story.skip(200_000)
  assert.deepEqual(await logins(story, 'wrong', 'first'), [401, 201])
})

test('wrong old passwords lock out too; an administrator can unlock; exempt users are never locked out', async () => {
  await using story = await withRules({ lockout_failure_attempts: 2 })
  const user = await makeUser(story)
  for (let tries = 0; tries < 2; tries += 1)
    assert.deepEqual(await change(story, user.id, 'wrong', 'second'), [401, generic])
  assert.deepEqual(await logins(story, 'first'), [401])
  await story.asAdmin('PATCH', `/v3/users/${user.id}`, { user: { enabled: true } })
  assert.deepEqual(await logins(story, 'first'), [201])
  const options = { ignore_lockout_failure_attempts: true }
  await story.asAdmin('PATCH', `/v3/users/${user.id}`, { user: { options } })
  assert.deepEqual(await logins(story, 'wrong', 'wrong', 'wrong', 'first'), [401, 401, 401, 201])
  // Otherwise anyone could lock service accounts by sending wrong passwords.
  for (let tries = 0; tries < 3; tries += 1) await story.login('nova', 'wrong')
  assert.equal((await story.login('nova', 'nova-secret')).status, 201)
})

test('concurrent logins with a wrong password all count towards the lockout', async () => {
  await using story = await withRules({ lockout_failure_attempts: 5 })
  await makeUser(story)
  await Promise.all(Array.from({ length: 5 }, () => story.login('ann', 'wrong')))
  assert.deepEqual(await logins(story, 'first'), [401])
})

test('a login with an expired password says so, and its user can still change it', async () => {
  await using story = await withRules({ password_expires_days: 90 })
  const user = await makeUser(story)
  const inDays = (Date.parse(`${user.password_expires_at}Z`) - Date.now()) / dayMs
  assert.ok(inDays > 89.9 && inDays <= 90)
  assert.match(user.password_expires_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000000$/)
  assert.equal(
    (await story.login('ann', 'first')).body.token.user.password_expires_at,
    user.password_expires_at,
  )
  story.skip(90 * dayMs)
  const expired = await story.login('ann', 'first')
  assert.equal(expired.status, 401)
  assert.equal(
    expired.body.error.message,
    `The password is expired and needs to be changed for user: ${user.id}.`,
  )
  assert.equal((await story.login('ann', 'wrong')).body.error.message, generic)
  assert.deepEqual(await change(story, user.id, 'first', 'second'), [204, undefined])
  assert.deepEqual(await logins(story, 'second'), [201])
})

test('users are filtered by password_expires_at; passwords of exempt users and services never expire', async () => {
  await using story = await withRules({ password_expires_days: 30 })
  await makeUser(story)
  await makeUser(story, { name: 'bob', options: { ignore_password_expiry: true } })
  const names = async (filter: string) => {
    const { users } = await story.asAdmin('GET', `/v3/users?password_expires_at=${filter}`)
    return users.map(({ name }: { name: string }) => name)
  }
  const at = (days: number) => `${new Date(Date.now() + days * dayMs).toISOString().slice(0, 19)}Z`
  assert.deepEqual(await names(`lt:${at(31)}`), ['ann'])
  assert.deepEqual(await names(`gte:${at(29)}`), ['ann'])
  assert.deepEqual(await names(`lt:${at(29)}`), [])
  assert.deepEqual(await names(at(29)), [])
  for (const bad of ['soon', 'about:2026-01-01T00:00:00Z', 'lt:2026-99-99T00:00:00Z', 'lt:2026-01-01'])
    assert.equal(
      (await story.send('GET', `/v3/users?password_expires_at=${bad}`, { token: story.admin })).status,
      400,
    )
  story.skip(31 * dayMs)
  assert.deepEqual(await logins(story, 'first'), [401])
  assert.equal((await story.login('bob', 'first')).status, 201)
  assert.equal((await story.login('nova', 'nova-secret')).status, 201)
})

test('a password from an administrator must be changed before its first use, unless its user is exempt', async () => {
  await using story = await withRules({ change_password_upon_first_use: true })
  const user = await makeUser(story)
  assert.deepEqual(await logins(story, 'first'), [401])
  assert.deepEqual(await change(story, user.id, 'first', 'own'), [204, undefined])
  assert.deepEqual(await logins(story, 'own'), [201])
  await story.asAdmin('PATCH', `/v3/users/${user.id}`, { user: { password: 'reset' } })
  assert.deepEqual(await logins(story, 'reset'), [401])
  const options = { ignore_change_password_upon_first_use: true }
  await story.asAdmin('PATCH', `/v3/users/${user.id}`, { user: { password: 'again', options } })
  assert.deepEqual(await logins(story, 'again'), [201])
})

test('a user cannot reuse the last unique_last_password_count passwords; an administrator can set them', async () => {
  await using story = await withRules({ unique_last_password_count: 3 })
  const user = await makeUser(story)
  const refusal =
    'The new password cannot be identical to a previous password. The total number which includes the new password must be unique is 3.'
  assert.deepEqual(await change(story, user.id, 'first', 'first'), [400, refusal])
  assert.deepEqual(await change(story, user.id, 'first', 'second'), [204, undefined])
  assert.deepEqual(await change(story, user.id, 'second', 'third'), [204, undefined])
  assert.deepEqual(await change(story, user.id, 'third', 'first'), [400, refusal])
  assert.deepEqual(await logins(story, 'third'), [201])
  assert.deepEqual(await change(story, user.id, 'third', 'fourth'), [204, undefined])
  assert.deepEqual(await change(story, user.id, 'fourth', 'first'), [204, undefined])
  await story.asAdmin('PATCH', `/v3/users/${user.id}`, { user: { password: 'fourth' } })
  assert.deepEqual(await logins(story, 'fourth'), [201])
})

test('minimum_password_age applies to passwords that users set themselves, not to those from administrators', async () => {
  await using story = await withRules({ minimum_password_age: 2 })
  const user = await makeUser(story)
  assert.deepEqual(await change(story, user.id, 'first', 'second'), [204, undefined])
  const refused = (days: number) => [
    400,
    `You cannot change your password at this time due to the minimum password age. Once you change your password, it must be used for 2 day(s) before it can be changed. Please try again in ${days} day(s) or contact your administrator to reset your password.`,
  ]
  assert.deepEqual(await change(story, user.id, 'second', 'third'), refused(2))
  story.skip(1.5 * dayMs)
  assert.deepEqual(await change(story, user.id, 'second', 'third'), refused(1))
  story.skip(dayMs)
  assert.deepEqual(await change(story, user.id, 'second', 'third'), [204, undefined])
})

test('new passwords must match password_regex, whoever sets them', async () => {
  const { security_compliance } = configOf({
    OS_SECURITY_COMPLIANCE__PASSWORD_REGEX: '^(?=.*\\d)(?=.*[a-zA-Z]).{7,}$',
    OS_SECURITY_COMPLIANCE__PASSWORD_REGEX_DESCRIPTION: 'letters and digits, 7 at least',
  })
  await using story = await withRules(security_compliance)
  const admin = { token: story.admin }
  const refusal = 'The password does not match the requirements: letters and digits, 7 at least.'
  const made = await story.send('POST', '/v3/users', {
    ...admin,
    json: { user: { name: 'ann', password: 'short' } },
  })
  assert.deepEqual([made.status, made.body.error.message], [400, refusal])
  assert.deepEqual((await story.asAdmin('GET', '/v3/users?name=ann')).users, [])
  const { user } = await story.asAdmin('POST', '/v3/users', { user: { name: 'ann', password: 'letters1' } })
  assert.deepEqual(await change(story, user.id, 'letters1', 'letters'), [400, refusal])
  const reset = await story.send('PATCH', `/v3/users/${user.id}`, {
    ...admin,
    json: { user: { password: '1234567' } },
  })
  assert.deepEqual([reset.status, reset.body.error.message], [400, refusal])
  assert.deepEqual(await logins(story, 'letters1'), [201])
  const broken = () => configOf({ OS_SECURITY_COMPLIANCE__PASSWORD_REGEX: '(' })
  assert.throws(broken, /password_regex.*must be a regular expression/)
})

test('a user with lock_password cannot change their password until an administrator removes it', async () => {
  await using story = await startIdentityStory()
  const user = await makeUser(story, { options: { lock_password: true } })
  assert.deepEqual(await change(story, user.id, 'first', 'second'), [
    400,
    'You cannot change your password at this time due to password policy disallowing password changes. Please contact your administrator to reset your password.',
  ])
  const unlocked = await story.asAdmin('PATCH', `/v3/users/${user.id}`, {
    user: { options: { lock_password: null } },
  })
  assert.deepEqual(unlocked.user.options, {})
  assert.deepEqual(await change(story, user.id, 'first', 'second'), [204, undefined])
})

test('a user who is inactive too long counts as disabled until an administrator enables them again', async () => {
  await using story = await withRules({ disable_user_account_days_inactive: 30 })
  const user = await makeUser(story)
  await makeUser(story, { name: 'bob', options: { ignore_user_inactivity: true } })
  await adminAfter(story, 29 * dayMs)
  assert.deepEqual(await logins(story, 'first'), [201])
  await adminAfter(story, 29 * dayMs)
  assert.deepEqual(await logins(story, 'first'), [201])
  await adminAfter(story, 15 * dayMs)
  const token = await adminAfter(story, 16 * dayMs)
  const refused = await story.login('ann', 'first')
  assert.deepEqual([refused.status, refused.body.error.message], [401, generic])
  assert.equal((await story.login('bob', 'first')).status, 201)
  const shown = await story.send('GET', `/v3/users/${user.id}`, { token })
  assert.equal(shown.body.user.enabled, false)
  const { users } = (await story.send('GET', '/v3/users?name=ann', { token })).body
  assert.equal(users[0].enabled, false)
  const json = { user: { enabled: true } }
  const pardoned = await story.send('PATCH', `/v3/users/${user.id}`, { token, json })
  assert.equal(pardoned.body.user.enabled, true)
  assert.deepEqual(await logins(story, 'first'), [201])
})

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

/** A user with a TOTP secret, and logins with password and passcode. */
const withApp = async (story: Story, name: string) => {
  const member = await story.member(name)
  const credential = { user_id: member.user.id, type: 'totp', blob: secret }
  await story.send('POST', '/v3/credentials', { token: member.token, json: { credential } })
  const { id } = member.user
  const login = (proofs: { password?: string; passcode?: string }, receipt?: string) => {
    const { password, passcode } = proofs
    const identity = {
      methods: [...(password ? ['password'] : []), ...(passcode ? ['totp'] : [])],
      ...(password ? { password: { user: { id, password } } } : {}),
      ...(passcode ? { totp: { user: { id, passcode } } } : {}),
    }
    return story.send('POST', '/v3/auth/tokens', {
      json: { auth: { identity, scope: { project: { id: member.project.id } } } },
      headers: receipt === undefined ? {} : { 'openstack-auth-receipt': receipt },
    })
  }
  return { ...member, login }
}

test('a user with a TOTP credential can log in with a passcode instead of the password', async () => {
  await using story = await startIdentityStory()
  const { user, login } = await withApp(story, 'ann')
  const passcode = passcodeAt(secret, Date.now()) ?? ''
  const { status, body } = await login({ passcode })
  assert.deepEqual([status, body.token?.methods, body.token?.user.id], [201, ['totp'], user.id])
  for (const wrong of [passcode === '000000' ? '000001' : '000000', 'ñöpåss'])
    assert.equal((await login({ passcode: wrong })).status, 401, wrong)
  story.skip(90_000)
  assert.equal((await login({ passcode })).status, 401)
})

test('wrong passcodes lock a user out as wrong passwords do', async () => {
  await using story = await startIdentityStory({ lockout_failure_attempts: 2 })
  const { login } = await withApp(story, 'ann')
  for (const _ of [1, 2]) assert.equal((await login({ passcode: 'no' })).status, 401)
  assert.equal((await login({ passcode: passcodeAt(secret, Date.now()) ?? '' })).status, 401)
})

test('a login that lacks a required factor gets a receipt, which with that factor gets a token', async () => {
  await using story = await startIdentityStory()
  const { user, login } = await withApp(story, 'ann')
  const rules = [['password', 'totp'], ['application_credential']]
  await story.asAdmin('PATCH', `/v3/users/${user.id}`, {
    user: { options: { multi_factor_auth_rules: rules } },
  })
  const first = await login({ password: 'pw' })
  const receipt = first.headers['openstack-auth-receipt'] ?? ''
  assert.equal(first.status, 401)
  assert.equal(first.headers['x-subject-token'], undefined)
  const { issued_at, expires_at, ...told } = first.body.receipt
  assert.deepEqual(told, {
    methods: ['password'],
    user: { id: user.id, name: 'ann', domain: { id: 'default', name: 'Default' } },
  })
  assert.equal(Date.parse(expires_at) - Date.parse(issued_at), 300_000)
  assert.deepEqual(first.body.required_auth_methods, rules)
  const passcode = passcodeAt(secret, Date.now()) ?? ''
  const second = await login({ passcode }, receipt)
  assert.deepEqual([second.status, second.body.token?.methods.toSorted()], [201, ['password', 'totp']])
  assert.equal((await login({ password: 'pw', passcode })).status, 201)
  const again = second.headers['x-subject-token'] ?? ''
  const { body } = await login({ passcode }, 'nonsense')
  assert.equal(body.error.message, 'Could not find auth receipt.')
  assert.equal((await login({ passcode }, again)).status, 401)
  const others = await withApp(story, 'bob')
  assert.equal((await others.login({ passcode }, receipt)).status, 401)
  story.skip(301_000)
  const late = passcodeAt(secret, Date.now() + 301_000) ?? ''
  assert.equal((await login({ passcode: late }, receipt)).body.error.message, 'Could not find auth receipt.')
})

test('a receipt cannot be used as a token, and a disabled user can neither use nor get one', async () => {
  await using story = await startIdentityStory()
  const { user, login } = await withApp(story, 'ann')
  const options = { multi_factor_auth_rules: [['password', 'totp']] }
  await story.asAdmin('PATCH', `/v3/users/${user.id}`, { user: { options } })
  const receipt = (await login({ password: 'pw' })).headers['openstack-auth-receipt'] ?? ''
  assert.equal((await story.send('GET', '/v3/auth/projects', { token: receipt })).status, 401)
  await story.asAdmin('PATCH', `/v3/users/${user.id}`, { user: { enabled: false } })
  const passcode = passcodeAt(secret, Date.now()) ?? ''
  assert.equal((await login({ passcode }, receipt)).status, 401)
  assert.equal((await login({ password: 'pw' })).headers['openstack-auth-receipt'], undefined)
})

test('unknown methods in multi_factor_auth_rules are ignored, and malformed rules are refused', async () => {
  await using story = await startIdentityStory()
  const { user } = await story.member('ann')
  const set = (options: object) => story.asAdmin('PATCH', `/v3/users/${user.id}`, { user: { options } })
  await set({ multi_factor_auth_rules: [['application_credential', 'password']] })
  assert.equal((await story.login('ann', 'pw')).status, 401)
  assert.equal((await story.login('ann', 'wrong')).body.error.message, generic)
  await set({ multi_factor_auth_enabled: false })
  assert.deepEqual((await story.login('ann', 'pw')).status, 201)
  const rules = [['password', 'fingerprint'], ['application_credential']]
  const kept = await set({ multi_factor_auth_enabled: true, multi_factor_auth_rules: rules })
  assert.deepEqual(kept.user.options, { multi_factor_auth_enabled: true, multi_factor_auth_rules: rules })
  assert.equal((await story.login('ann', 'pw')).status, 201)
  for (const bad of [[[]], 'password', [['password', 'password']], [[1]]]) {
    const json = { user: { options: { multi_factor_auth_rules: bad } } }
    const { status } = await story.send('PATCH', `/v3/users/${user.id}`, { token: story.admin, json })
    assert.equal(status, 400, JSON.stringify(bad))
  }
})
