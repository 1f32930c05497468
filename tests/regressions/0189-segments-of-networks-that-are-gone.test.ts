import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Clock, systemClock } from '@nimbo/kernel/clock'
import { eventually } from '@nimbo/testing/eventually'
import { makeRoutedNetwork } from '@nimbo/testkit/make-routed-network'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

/** Without the rounds in which a process sees what others have changed: they come every ten seconds. */
const clock: Clock = {
  now: systemClock.now,
  after: (ms, callback) => (ms < 10_000 ? systemClock.after(ms, callback) : () => {}),
}

/**
 * Only the embedded cloud: its clock is a double. A subnet that went with its network told nobody, so that placement had addresses to
 * offer for up to ten seconds which were no more.
 */
test('placement is told at once of a segment whose network is deleted', async () => {
  await using cloud = await startTestCloud({ clock })
  const { network, placement } = cloud.admin
  const { id, segmentId } = await makeRoutedNetwork(cloud.admin, 'physnet9')
  const inventories = `/resource_providers/${segmentId}/inventories`
  await eventually(async () => assert.equal((await placement.get(inventories)).status, 200))
  assert.equal((await network.delete(`/v2.0/networks/${id}`)).status, 204)
  await eventually(async () => assert.equal((await placement.get(inventories)).status, 404))
})
