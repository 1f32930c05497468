import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startEmbeddedCloud } from '../faults/embedded-cloud.ts'
import { killWhileMoving } from '../faults/kill-while-moving.ts'
import { operations } from '../faults/operations.ts'
import { makeSetup } from '../faults/setup.ts'

/** A request that made an image of a server on a volume died before it recorded its action, and the snapshot stayed for ever. */
test('the snapshot of a volume is taken back with the image that it was for', async () => {
  await using cloud = await startEmbeddedCloud()
  const work = operations.find(({ fault }) => fault === 'kill making an image of a volume')
  assert.ok(work !== undefined)
  const killed = { ...work, places: [[{ name: 'image.images.upload' }]] as const }
  const told = await killWhileMoving(killed, 1, 'after', true).run(cloud, await makeSetup(cloud.admin))
  assert.equal(told, 'ACTIVE, then whole')
})
