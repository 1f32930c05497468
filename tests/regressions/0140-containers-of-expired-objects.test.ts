import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shiftedClock } from '@nimbo/testing/shifted-clock'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { swiftAccount } from '../../services/object-store/test/account.ts'

test('a container can be deleted once all objects in it have expired, even if not yet removed', async () => {
  const clock = shiftedClock()
  await using cloud = await startTestCloud({ clock })
  const account = swiftAccount(cloud, await cloud.person('ann'))
  await account.ask('PUT', '/box')
  for (const name of ['brief', 'short'])
    await account.ask('PUT', `/box/${name}`, { body: name, headers: { 'x-delete-after': '60' } })
  assert.equal((await account.ask('DELETE', '/box')).status, 409)
  clock.advance(61_000)
  assert.equal((await account.ask('DELETE', '/box')).status, 204)
  assert.equal((await account.ask('HEAD', '/box')).status, 404)
})
