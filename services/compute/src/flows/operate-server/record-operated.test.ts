import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Operation } from '@nimbo/contracts/compute-rpc/operation'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { systemClock } from '@nimbo/kernel/clock'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { ctx, type ServerOnHost, serverOnHost } from '../../../test/cloud/server-on-host.ts'
import { instances } from '../../db/servers/instances.ts'
import { requestSpecs } from '../../db/servers/request-specs.ts'
import { recordMoved } from '../moves/record-moved.ts'
import { recordOperated } from './record-operated.ts'

const clock = systemClock
const serverId = newId<ServerId>()
const imageId = newId()
const snapshotId = newId()

/** Deletes a server before the result of its operation is recorded, and then runs `look`. */
const doneAfter = async (
  deletion: (on: ServerOnHost) => Promise<unknown>,
  operation: Operation,
  look: (on: ServerOnHost, reported: readonly unknown[]) => unknown,
): Promise<void> => {
  const [only] = fakeHypervisor({ hosts: ['a'] }).hypervisors
  assert.ok(only)
  const on = await serverOnHost(only.driver, { clock, serverId, action: 'operate' })
  const reported: unknown[] = []
  const volume: typeof on.deps.volume = {
    ...on.deps.volume,
    reportSnapshot: async (_ctx, report) => void reported.push(report),
  }
  try {
    await on.deps.imageMaker.create(ctx, { id: imageId })
    await deletion(on)
    const operated = { powerState: 4 }
    await recordOperated(ctx, { serverId, operation, operated }, { ...on.deps, volume })
    await look(on, reported)
  } finally {
    await on.close()
  }
}

const gone = ({ cell }: ServerOnHost) => instances(cell, clock).markDeleted(serverId)

/** The server is being deleted, and the deletion has looked for an image already. */
const going = ({ cell }: ServerOnHost) => instances(cell, clock).update(serverId, { taskState: 'deleting' })

describe('an action that succeeds on a server that was deleted meanwhile', () => {
  for (const [when, deletion] of [
    ['deleted', gone],
    ['being deleted', going],
  ] as const)
    it(`leaves no image of a shelved server that is ${when} when the shelving is recorded`, () =>
      doneAfter(deletion, { kind: 'shelve', imageId }, async ({ images, deps }) => {
        assert.equal(images.size, 0)
        const spec = await requestSpecs(deps.databases.api, clock).find(serverId)
        assert.equal(spec?.shelved, undefined)
      }))

  it('keeps the image that a user created with create-image', () =>
    doneAfter(gone, { kind: 'create-image', imageId }, ({ images }) => assert.equal(images.size, 1)))

  it('reports to Cinder that the snapshot is complete', () => {
    const operation = { kind: 'snapshot-volume', attachmentId: newId(), snapshotId, path: '/new' } as const
    return doneAfter(gone, operation, (_on, reported) =>
      assert.deepEqual(reported, [{ id: snapshotId, status: 'creating', progress: '90%' }]),
    )
  })
})

describe('the interfaces that a host reports after an operation', () => {
  const floatingIps = ['203.0.113.7']

  it('do not remove a floating IP that was associated meanwhile', async () => {
    const [only] = fakeHypervisor({ hosts: ['a'] }).hypervisors
    assert.ok(only)
    const on = await serverOnHost(only.driver, { clock, serverId, action: 'attach_interface' })
    try {
      const [one] = (await on.server())?.networkInfo ?? []
      assert.ok(one)
      const showing = (ips: readonly string[]) => [
        { ...one, addresses: [{ address: '10.0.0.5', version: 4 as const, floatingIps: [...ips] }] },
      ]
      const inCell = instances(on.cell, clock)
      const shown = async () =>
        (await on.server())?.networkInfo.flatMap(({ addresses }) =>
          addresses.flatMap((each) => each.floatingIps),
        )

      await inCell.update(serverId, { networkInfo: showing(floatingIps) })
      const operation = { kind: 'inject-network-info' } as const
      const operated = { powerState: 1, interfaces: showing([]) }
      await recordOperated(ctx, { serverId, operation, operated }, on.deps)
      assert.deepEqual(await shown(), floatingIps)

      await recordMoved(on.cell, clock, serverId, { moved: { interfaces: showing([]) }, changes: {} })
      assert.deepEqual(await shown(), floatingIps)
    } finally {
      await on.close()
    }
  })
})
