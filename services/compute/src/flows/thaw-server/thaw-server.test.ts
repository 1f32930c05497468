import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  survivesCrashes,
  survivesOutages,
  survivesRepeats,
  unwindsFromEveryStep,
} from '@nimbo/durable/test-aids'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import type { Clock } from '@nimbo/kernel/clock'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { ctx, type ServerOnHost, serverOnHost } from '../../../test/cloud/server-on-host.ts'
import { instances } from '../../db/servers/instances.ts'
import { thawServer } from './thaw-server.ts'
import { beginVolumeImage, volumeImageTask } from './volume-image-event.ts'

const serverId = newId<ServerId>()
const [snapshotId, volumeId] = [newId(), newId()]

/** A server whose guest is frozen for a snapshot, which is complete at the second look. */
const frozen = async (clock: Clock, times = 0) => {
  const fake = fakeHypervisor({ hosts: ['a'] })
  const [only] = fake.hypervisors
  assert.ok(only)
  const on = await serverOnHost(only.driver, { clock, serverId, action: 'createImage' })
  const snapshot = { id: snapshotId, size: 1, volume_id: volumeId, metadata: {} }
  on.snapshots.set(snapshotId, { ...snapshot, status: 'creating' })
  await instances(on.cell, clock).update(serverId, { taskState: volumeImageTask })
  await beginVolumeImage({ clock })(on.cell, ctx, serverId)
  await only.driver.quiesces?.freeze(serverId)
  if (times > 0) fake.failOn('thaw', { times })
  const looked: typeof on.deps.volumeSources.snapshot = async () => {
    const found = on.snapshots.get(snapshotId)
    on.snapshots.set(snapshotId, { ...snapshot, status: 'available' })
    return found
  }
  const deps = { ...on.deps, volumeSources: { ...on.deps.volumeSources, snapshot: looked } }
  return { on, deps }
}

const isThawed = async (
  { driver, server }: ServerOnHost,
  line = /file systems thawed\n?$/,
): Promise<void> => {
  assert.match(await driver.consoles.consoleOutput(serverId, 2_000), line)
  assert.equal((await server())?.taskState, null)
}

const trial = (times = 0) => ({
  flow: thawServer,
  input: { serverId, snapshotIds: [snapshotId] },
  subject: serverId,
  ctx,
  world: async ({ clock }: { readonly clock: Clock }) => {
    const { on, deps } = await frozen(clock, times)
    return {
      ...{ db: on.cell as never, deps, close: on.close },
      assertWhole: () => isThawed(on),
      assertClean: () => isThawed(on),
    }
  },
})

describe('the flow thaw-server', () => {
  it('thaws a guest once its snapshots are complete, whatever is interrupted', async () => {
    await survivesRepeats(trial())
    await survivesCrashes(trial())
    await survivesOutages(trial())
  })

  it('thaws a guest also when it does not wait for the snapshots any more', async () => {
    await unwindsFromEveryStep(trial())
  })

  it('asks a guest again that does not answer', async () => {
    await survivesRepeats(trial(3))
  })

  it('ends although a guest never answers', async () => {
    const asked = trial(100)
    await survivesRepeats({
      ...asked,
      world: async ({ clock }) => {
        const { on, deps } = await frozen(clock, 100)
        const assertEnded = () => isThawed(on, /file systems frozen\n?$/)
        return {
          ...{ db: on.cell as never, deps, close: on.close },
          ...{ assertWhole: assertEnded, assertClean: assertEnded },
        }
      },
    })
  })
})
