import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { eventually } from '@nimbo/testing/eventually'
import { instances } from '../../src/db/servers/instances.ts'
import { computeCloud } from './compute-cloud.ts'

/** As often as the agent tries to thaw a guest. */
const attempts = 5

test('a guest that an agent froze for a copy and could not thaw is thawed when the agent starts again', async () => {
  const fake = fakeHypervisor()
  const [only] = fake.hypervisors
  assert.ok(only)
  await using cloud = await computeCloud([only])
  const serverId = await cloud.boot()
  await cloud.settled()
  const cell = await cloud.databases.cell(cloud.everyCell[1]?.id ?? '')
  await instances(cell, cloud.setup.clock).update(serverId, {
    imageProperties: { hw_qemu_guest_agent: 'yes' },
    taskState: 'image_snapshot_pending',
  })
  const told = () => only.driver.consoles.consoleOutput(serverId, 2_000)

  fake.failOn('thaw', { times: attempts })
  const { id: imageId } = await cloud.clients.imageMaker.create(cloud.setup.ctx, { name: 'copy' })
  await cloud.operate(serverId, { kind: 'create-image', imageId })
  await cloud.settled()
  assert.match(await told(), /file systems frozen\n.*root disk copied/)
  assert.doesNotMatch(await told(), /thawed/)
  assert.equal((await cloud.server(serverId))?.taskState, null)

  await cloud.withoutHosts(async () => {})
  await eventually(async () => assert.match(await told(), /file systems thawed/))
})
