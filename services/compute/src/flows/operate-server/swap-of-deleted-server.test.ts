import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Operation } from '@nimbo/contracts/compute-rpc/operation'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { systemClock } from '@nimbo/kernel/clock'
import { Fault } from '@nimbo/kernel/errors'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { ctx, type ServerOnHost, serverOnHost } from '../../../test/cloud/server-on-host.ts'
import { blockDevices } from '../../db/servers/block-devices.ts'
import { instances } from '../../db/servers/instances.ts'
import { errors } from '../flow-errors.ts'
import { recordFailed } from './record-failed.ts'
import { recordOperated } from './record-operated.ts'

const clock = systemClock
const serverId = newId<ServerId>()
const [volumeId, newVolumeId] = [newId(), newId()]

const deleted = ({ cell }: ServerOnHost) => instances(cell, clock).markDeleted(serverId)

/** Releases the volumes that are attached at this moment, as the deletion of a server does. */
const released = async ({ deps }: ServerOnHost): Promise<void> => {
  for (const { id } of await deps.volume.attachmentsOf(ctx, { volumeId, serverId }))
    await deps.volume.deleteAttachment(ctx, id)
}

/** A server whose volume is swapped; `told` has for each report to Cinder whether the swap failed. */
const swapping = async (
  story: (
    on: ServerOnHost,
    operation: Extract<Operation, { readonly kind: 'swap-volume' }>,
    told: readonly boolean[],
  ) => Promise<void>,
  whileCompleting: (on: ServerOnHost) => Promise<void> = async () => {},
): Promise<void> => {
  const [only] = fakeHypervisor({ hosts: ['a'] }).hypervisors
  assert.ok(only)
  const on = await serverOnHost(only.driver, { clock, serverId, action: 'swap_volume' })
  const told: boolean[] = []
  const volume: typeof on.deps.volume = {
    ...on.deps.volume,
    completeMigration: async (_ctx, { failed }) => {
      told.push(failed)
      await whileCompleting(on)
      return newVolumeId
    },
  }
  const { id: attachmentId } = await volume.createAttachment(ctx, volumeId, serverId)
  const { id: newAttachmentId } = await volume.createAttachment(ctx, newVolumeId, serverId)
  const disk = { sourceType: 'volume', destinationType: 'volume', deleteOnTermination: false } as const
  await blockDevices(on.cell, clock).insert(serverId, [{ ...disk, id: newId(), volumeId, attachmentId }])
  const swapped = { attachmentId, newAttachmentId, volumeId, newVolumeId, savedVolumeId: newVolumeId }
  try {
    const order = { kind: 'swap-volume', ...swapped, sizeGb: 2 } as const
    await story({ ...on, deps: { ...on.deps, volume } }, order, told)
    assert.deepEqual([...on.attachments.keys()], [], 'an attachment of the deleted server is left')
  } finally {
    await on.close()
  }
}

describe('a server that is deleted while its volume is swapped leaves no attachment', () => {
  it('when its host fails to swap', () =>
    swapping(async (on, operation, told) => {
      await released(on)
      await deleted(on)
      await recordFailed(ctx, { serverId, operation }, errors.ServerGone({ serverId }), on.deps)
      assert.deepEqual(told, [true])
    }))

  it('when its host fails to swap and Cinder no longer has the volume', () =>
    swapping(
      async (on, operation) => {
        await released(on)
        await deleted(on)
        await recordFailed(ctx, { serverId, operation }, errors.ServerGone({ serverId }), on.deps)
      },
      async () => {
        const details = { status: 404 }
        throw new Fault({ code: 'RemoteFault', kind: 'notFound', message: 'no volume', details })
      },
    ))

  it('when its host has finished the swap', () =>
    swapping(async (on, operation, told) => {
      await released(on)
      await deleted(on)
      await recordOperated(ctx, { serverId, operation, operated: { powerState: 1 } }, on.deps)
      assert.deepEqual(told, [true])
    }))

  for (const [what, remove] of [
    ['is deleted', deleted],
    [
      'has its volumes released',
      ({ cell }: ServerOnHost) => instances(cell, clock).update(serverId, { taskState: 'deleting' }),
    ],
  ] as const)
    it(`when it ${what} while Cinder completes the migration`, () =>
      swapping(
        async (on, operation, told) => {
          await recordOperated(ctx, { serverId, operation, operated: { powerState: 1 } }, on.deps)
          assert.deepEqual(told, [false])
        },
        async (on) => {
          await released(on)
          await remove(on)
        },
      ))
})
