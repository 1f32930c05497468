import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Clock, systemClock } from '@nimbo/kernel/clock'
import { eventually } from '@nimbo/testing/eventually'
import { makeRoutedNetwork } from '@nimbo/testkit/make-routed-network'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

/** Without the periodic checks for changes of other processes, which run every ten seconds. */
const clock: Clock = {
  now: systemClock.now,
  after: (ms, callback) => (ms < 10_000 ? systemClock.after(ms, callback) : () => {}),
}

/**
 * Only in the embedded cloud, because this replaces its clock. A subnet that was deleted with its network was not announced, so
 * placement offered its addresses for up to ten seconds more.
 */
test('the provider of a segment is removed from placement at once when its network is deleted', async () => {
  await using cloud = await startTestCloud({ clock })
  const { network, placement } = cloud.admin
  const { id, segmentId } = await makeRoutedNetwork(cloud.admin, 'physnet9')
  const inventories = `/resource_providers/${segmentId}/inventories`
  await eventually(async () => assert.equal((await placement.get(inventories)).status, 200))
  assert.equal((await network.delete(`/v2.0/networks/${id}`)).status, 204)
  await eventually(async () => assert.equal((await placement.get(inventories)).status, 404))
})
