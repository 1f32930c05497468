import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Operation } from '@nimbo/contracts/compute-rpc/operation'
import { runTrial } from '@nimbo/durable/flow-trial'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { ctx, type ServerOnHost, serverOnHost } from '../../../test/cloud/server-on-host.ts'
import { instances } from '../../db/servers/instances.ts'
import type { OperateServer } from '../../domain/server-actions/operations.ts'
import { operateServer } from './operate-server.ts'

const serverId = newId<ServerId>()
const imageId = newId()
const snapshotId = newId()

/** Fails an operation because its host is down, after its server was deleted, and then runs `look`. */
const afterDeletion = async (
  operation: Operation,
  look: (on: ServerOnHost, reported: readonly unknown[]) => unknown,
): Promise<void> => {
  const reported: unknown[] = []
  const [only] = fakeHypervisor({ hosts: ['a'] }).hypervisors
  assert.ok(only)
  const { driver } = only
  const input: OperateServer = { serverId, operation }
  const trial = {
    ...{ flow: operateServer, input, subject: serverId, ctx },
    world: async ({ clock }: { readonly clock: ServerOnHost['deps']['clock'] }) => {
      const on = await serverOnHost(driver, { clock, serverId, action: 'operate' })
      await on.deps.imageMaker.create(ctx, { id: imageId })
      const hostIsUp = async (): Promise<boolean> => {
        await instances(on.cell, clock).markDeleted(serverId)
        return false
      }
      const volume: typeof on.deps.volume = {
        ...on.deps.volume,
        reportSnapshot: async (_ctx, report) => void reported.push(report),
      }
      return {
        ...{ db: on.cell as never, deps: { ...on.deps, volume, hostIsUp }, close: on.close },
        assertWhole: () => {},
        assertClean: async () => {
          assert.equal((await on.server())?.vmState, 'deleted')
          assert.deepEqual(await on.faults(), [])
          await look(on, reported)
        },
      }
    },
  }
  await runTrial(trial, {}, (end, world) => {
    assert.equal(end, 'failed')
    return world.assertClean()
  })
}

describe('an action that fails after its server was deleted', () => {
  for (const operation of [
    { kind: 'create-image', imageId },
    { kind: 'create-backup', imageId, backupType: 'daily', rotation: 1 },
    { kind: 'shelve', imageId },
  ] as const)
    it(`leaves no image behind if it is ${operation.kind}`, () =>
      afterDeletion(operation, ({ images }) => assert.equal(images.size, 0)))

  it('reports to Cinder that the snapshot failed', () => {
    const operation = { kind: 'snapshot-volume', attachmentId: newId(), snapshotId, path: '/new' } as const
    return afterDeletion(operation, (_on, reported) =>
      assert.deepEqual(reported, [{ id: snapshotId, status: 'error', progress: '0%' }]),
    )
  })
})
