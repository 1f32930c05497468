import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { UserError } from '@nimbo/kernel/user-error'
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
    await runManage('credential rotate', story.home)
    assert.equal(await blob(), 'still-there')
    await assert.rejects(
      runManage('credential rotate', story.home),
      (error: Error) =>
        error instanceof UserError && /^1 credentials are sealed by an older key/.test(error.message),
    )
    assert.equal(await runManage('credential migrate', story.home), '1 credentials have been sealed anew.\n')
    assert.equal(await blob(), 'still-there')
  }
  assert.equal(await runManage('credential migrate', story.home), '0 credentials have been sealed anew.\n')
})

test('the setup commands report where the keys are, and a rotation of the receipt keys succeeds', async () => {
  await using story = await startIdentityStory()
  for (const kind of ['fernet', 'receipt', 'credential'])
    assert.equal(
      await runManage(`${kind} setup`, story.home),
      `There are keys in ${join(story.home, `${kind}-keys`)}.\n`,
    )
  assert.match(await runManage('receipt rotate', story.home), /have been rotated/)
})
