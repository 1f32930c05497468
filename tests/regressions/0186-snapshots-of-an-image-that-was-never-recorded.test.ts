import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startEmbeddedCloud } from '../faults/embedded-cloud.ts'
import { killWhileMoving } from '../faults/kill-while-moving.ts'
import { operations } from '../faults/operations.ts'
import { makeSetup } from '../faults/setup.ts'

/** A request for an image of a volume-booted server died before it recorded its action, and the snapshot stayed for ever. */
test('image and volume snapshot of a createImage that is killed before it recorded the action are deleted', async () => {
  await using cloud = await startEmbeddedCloud()
  const work = operations.find(({ fault }) => fault === 'kill making an image of a volume')
  assert.ok(work !== undefined)
  const killed = { ...work, places: [[{ name: 'image.images.upload' }]] as const }
  const told = await killWhileMoving(killed, 1, 'after', true).run(cloud, await makeSetup(cloud.admin))
  assert.equal(told, 'ACTIVE, then whole')
})
