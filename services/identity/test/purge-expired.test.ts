import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startIdentityStory } from './identity-story.ts'

test('revocation events are purged once every token that they could revoke has expired', async () => {
  await using story = await startIdentityStory()
  const { token } = await story.member('ann')
  assert.equal((await story.send('DELETE', '/v3/auth/tokens', { token, subject: token })).status, 204)
  const events = async (): Promise<number> => {
    const admin = await story.tokenFor('admin', 'admin-secret', story.inProject('admin'))
    return (await story.send('GET', '/v3/OS-REVOKE/events', { token: admin })).body.events.length
  }
  story.skip((3600 + 172_800 - 60) * 1000)
  await story.restart()
  await story.settled()
  assert.equal(await events(), 1)
  story.skip(120_000)
  await story.restart()
  await story.settled()
  assert.equal(await events(), 0)
})
