import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Moment } from '@nimbo/testkit/crash-plan'
import { startEmbeddedCloud } from '../faults/embedded-cloud.ts'
import type { FaultCloud } from '../faults/fault-cloud.ts'
import { killWhileMoving } from '../faults/kill-while-moving.ts'
import { serverWorks } from '../faults/matrix.ts'
import { makeSetup, type Setup } from '../faults/setup.ts'

/** Works whose request makes something in another service, and the span in which it does. */
const requests: readonly (readonly [string, string, Moment])[] = [
  ['kill attaching a volume', 'volume.attachments.create', 'after'],
  ['kill attaching a network', 'network.ports.create', 'after'],
  ['kill making an image', 'image.images.create', 'after'],
  ['kill making a backup', 'image.images.create', 'after'],
  ['kill shelving', 'image.images.create', 'after'],
]

/**
 * A request reserved the volume, made the port or recorded the image, died before it recorded the action, and what it had made stayed
 * until someone asked for an audit.
 */
describe('what a request made is taken back when its process is killed', () => {
  let cloud: FaultCloud
  let setup: Setup
  before(async () => {
    cloud = await startEmbeddedCloud()
    setup = await makeSetup(cloud.admin)
  })
  after(() => cloud[Symbol.asyncDispose]())

  for (const [fault, span, moment] of requests)
    it(`${fault}, ${moment} ${span}`, async () => {
      const work = serverWorks.find((one) => one.fault === fault)
      assert.ok(work !== undefined)
      const killed = { ...work, places: [[{ name: span }]] as const }
      assert.match(await killWhileMoving(killed, 1, moment, false).run(cloud, setup), /then whole$/)
    })
})
