import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { UserError } from '@nimbo/kernel/user-error'
import { passcodeAt } from '../src/domain/authentication/totp.ts'
import { runManage } from './managed.ts'
import { startIdentityStory } from './identity-story.ts'

test('credentials stay readable through key rotations, each of which is refused until all are migrated', async () => {
  await using story = await startIdentityStory()
  const { user, token } = await story.member('ann')
  const json = { credential: { user_id: user.id, type: 'cert', blob: 'still-there' } }
  const made = await story.send('POST', '/v3/credentials', { token, json })
  const blob = async () =>
    (await story.asAdmin('GET', `/v3/credentials/${made.body.credential.id}`)).credential.blob
  for (const _ of [1, 2, 3, 4]) {
    await runManage('credential rotate', story)
    assert.equal(await blob(), 'still-there')
    await assert.rejects(
      runManage('credential rotate', story),
      (error: Error) =>
        error instanceof UserError && /^1 credentials are sealed by an older key/.test(error.message),
    )
    assert.equal(await runManage('credential migrate', story), '1 credentials have been sealed anew.\n')
    assert.equal(await blob(), 'still-there')
  }
  assert.equal(await runManage('credential migrate', story), '0 credentials have been sealed anew.\n')
})

test('after rotations a running process encrypts credentials and receipts with keys that still exist', async () => {
  await using story = await startIdentityStory()
  const { user, token } = await story.member('ann')
  for (const _ of [1, 2, 3])
    for (const kind of ['credential', 'receipt']) await runManage(`${kind} rotate`, story)
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const credential = { user_id: user.id, type: 'totp', blob: secret }
  const made = await story.send('POST', '/v3/credentials', { token, json: { credential } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const options = { multi_factor_auth_rules: [['password', 'totp']] }
  await story.asAdmin('PATCH', `/v3/users/${user.id}`, { user: { options } })
  const receipt = (await story.login('ann', 'pw')).headers['openstack-auth-receipt'] ?? ''
  await story.restart()
  const totp = { user: { id: user.id, passcode: passcodeAt(secret, Date.now()) } }
  const login = await story.send('POST', '/v3/auth/tokens', {
    json: { auth: { identity: { methods: ['totp'], totp } } },
    headers: { 'openstack-auth-receipt': receipt },
  })
  assert.equal(login.status, 201, JSON.stringify(login.body))
})

test('the setup commands report where the keys are, and a rotation of the receipt keys succeeds', async () => {
  await using story = await startIdentityStory()
  for (const kind of ['fernet', 'receipt', 'credential'])
    assert.equal(
      await runManage(`${kind} setup`, story),
      `There are keys in ${join(story.home, `${kind}-keys`)}.\n`,
    )
  assert.match(await runManage('receipt rotate', story), /have been rotated/)
})
