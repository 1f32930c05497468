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
import { ctx, serverOnHost } from '../../../test/cloud/server-on-host.ts'
import { blockDevices } from '../../db/servers/block-devices.ts'
import { instances } from '../../db/servers/instances.ts'
import type { Hypervisor } from '../../driver/hypervisor.ts'
import { deleteServer } from './delete-server.ts'

const serverId = newId<ServerId>()

const fakeDriver = (): Hypervisor => {
  const [only] = fakeHypervisor({ hosts: ['a'] }).hypervisors
  assert.ok(only)
  return only.driver
}

/** A server with two volumes, one to be deleted with it and one to be kept; its host may be down. */
const world = async ({ clock }: { readonly clock: Clock }, hostIsUp: boolean) => {
  const on = await serverOnHost(fakeDriver(), { clock, serverId, action: 'delete' })
  const { cell, volumes, attachments, ports, allocations, driver } = on
  const [own, brought] = [newId(), newId()]
  for (const [id, deleteOnTermination] of [
    [own, true],
    [brought, false],
  ] as const) {
    volumes.set(id, {
      ...{ id, name: null, status: 'in-use', size: 1, bootable: 'false' },
      ...{ multiattach: false, availability_zone: 'nova', attachments: [] },
    })
    const { id: attachmentId } = await on.deps.volume.createAttachment(ctx, id, serverId)
    await blockDevices(cell, clock).insert(serverId, [
      {
        ...{ id: newId(), sourceType: 'volume', destinationType: 'volume' },
        ...{ volumeId: id, attachmentId, deleteOnTermination },
      },
    ])
  }
  await instances(cell, clock).update(serverId, { taskState: 'deleting' })
  return {
    db: cell as never,
    deps: { ...on.deps, hostIsUp: async () => hostIsUp },
    assertWhole: async () => {
      const { vmState, taskState } = (await on.server()) ?? {}
      assert.deepEqual([vmState, taskState], ['deleted', null])
      assert.deepEqual([...volumes.keys()], [brought])
      assert.deepEqual([attachments.size, ports.size, allocations.size], [0, 0, 0])
      assert.equal((await driver.host.list()).length, hostIsUp ? 0 : 1)
      assert.deepEqual(await on.faults(), [])
      assert.deepEqual(await on.events(), ['compute_terminate_instance Success'])
    },
    /** A deletion cannot be undone: the server is in ERROR with a fault, and can be deleted again. */
    assertClean: async () => {
      const { vmState, taskState, deletedAt } = (await on.server()) ?? {}
      assert.deepEqual([vmState, taskState, deletedAt], ['error', null, null])
      assert.equal((await on.faults()).length, 1)
    },
    close: on.close,
  }
}

const trial = (hostIsUp: boolean) => ({
  flow: deleteServer,
  input: { serverId },
  subject: serverId,
  ctx,
  world: (tools: { readonly clock: Clock }) => world(tools, hostIsUp),
})

describe('the flow delete-server', () => {
  it('survives the repetition of every step', () => survivesRepeats(trial(true)))
  it('leaves the server in ERROR when any step fails', () => unwindsFromEveryStep(trial(true)))
  it('survives a crash at every moment', () => survivesCrashes(trial(true)))
  it('waits for an unavailable service to come back', () => survivesOutages(trial(true)))
  it('does not wait for a host that is down', () => survivesCrashes(trial(false)))
})
