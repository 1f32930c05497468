import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Clock, systemClock } from '@nimbo/kernel/clock'
import { eventually } from '@nimbo/testing/eventually'
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
  const made = await network.post('/v2.0/networks', {
    network: { name: 'routed', 'provider:network_type': 'flat', 'provider:physical_network': 'physnet9' },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const network_id = made.body.network.id
  const { segments } = (await network.get(`/v2.0/segments?network_id=${network_id}`)).body
  const segment_id = segments[0].id
  const subnet = { network_id, segment_id, ip_version: 4, cidr: '10.90.0.0/24' }
  assert.equal((await network.post('/v2.0/subnets', { subnet })).status, 201)
  const inventories = `/resource_providers/${segment_id}/inventories`
  await eventually(async () => assert.equal((await placement.get(inventories)).status, 200))
  assert.equal((await network.delete(`/v2.0/networks/${network_id}`)).status, 204)
  await eventually(async () => assert.equal((await placement.get(inventories)).status, 404))
})
