import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startEmbeddedCloud } from '../faults/embedded-cloud.ts'
import { killTogether } from '../faults/kill-together.ts'
import { serverWorks } from '../faults/matrix.ts'
import { makeSetup } from '../faults/setup.ts'

/** Actions whose request creates something in another service, and the span of that. */
const requests: Readonly<Record<string, string>> = {
  'kill attaching a volume': 'volume.attachments.create',
  'kill attaching a network': 'network.ports.create',
  'kill making an image': 'image.images.create',
  'kill making a backup': 'image.images.create',
  'kill shelving': 'image.images.create',
}

/**
 * A request reserved the volume, created the port or the image, and died before it recorded the action, and what it had created
 * stayed until an audit was run. It is undone ten seconds after the last sign of life, so all requests are killed together.
 */
test('what a request created in another service is undone if its process is killed', async () => {
  await using cloud = await startEmbeddedCloud()
  const killed = Object.entries(requests).map(([fault, name]) => {
    const move = serverWorks.find((one) => one.fault === fault)
    assert.ok(move !== undefined, fault)
    return { move, path: [{ name }] as const, moment: 'after' as const }
  })
  await killTogether(cloud, await makeSetup(cloud.admin), killed)
})
