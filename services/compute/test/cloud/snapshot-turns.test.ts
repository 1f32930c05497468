import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { eventually } from '@nimbo/testing/eventually'
import type { CopiesDisks } from '../../src/driver/copies-disks.ts'
import { computeCloud } from './compute-cloud.ts'

/** Snapshots of two servers of one host. */
interface Snapshots {
  /** The largest number that were copied at the same time. */
  readonly most: number
  /** Reads the task states of the servers, which takes about as long as a host takes to report a step. */
  readonly shown: () => Promise<readonly (string | null)[]>
}

/** Makes images of two servers of one host at once; a copy lasts until `isCopied` holds. Returns the most that ran together. */
const mostTogether = async (
  max_concurrent_snapshots: number,
  isCopied: (snapshots: Snapshots) => Promise<void>,
): Promise<number> => {
  let going = 0
  let most = 0
  const copying = (copies: CopiesDisks): CopiesDisks => ({
    copyRootDisk: async (id, name, atThatMoment) => {
      going += 1
      most = Math.max(most, going)
      await eventually(() => isCopied({ most, shown }), { withinMs: 15_000, everyMs: 1 })
      return copies.copyRootDisk(id, name, atThatMoment)
    },
    removeCopy: async (id, name) => {
      going -= 1
      await copies.removeCopy(id, name)
    },
  })
  const hypervisors = fakeHypervisor().hypervisors.map(({ host, driver }) => ({
    host,
    driver: { ...driver, copies: copying(driver.copies) },
  }))
  await using cloud = await computeCloud(hypervisors, undefined, { options: { max_concurrent_snapshots } })
  const servers = [await cloud.boot(), await cloud.boot()]
  await cloud.settled()
  const [, cell1] = cloud.everyCell
  const cell = await cloud.databases.cell(cell1?.id ?? '')
  const shown = async () =>
    (await cell.selectFrom('instances').select('task_state').execute()).map(({ task_state }) => task_state)
  await cell.updateTable('instances').set({ task_state: 'image_snapshot_pending' }).execute()
  for (const server of servers) {
    const { id: imageId } = await cloud.clients.imageMaker.create(cloud.setup.ctx, { name: 'copy' })
    await cloud.operate(server, { kind: 'create-image', imageId })
  }
  await cloud.settled()
  assert.deepEqual(
    [...cloud.images.values()].map(({ status }) => status),
    ['active', 'active'],
  )
  return most
}

test('snapshots of a host beyond max_concurrent_snapshots wait for their turn', async () => {
  // Both servers show that they are to be copied, and a host without a limit has had the time to begin with the second.
  const isCopied = async ({ shown }: Snapshots): Promise<void> => {
    assert.ok(!(await shown()).includes('image_snapshot_pending'))
    for (let turn = 0; turn < 20; turn += 1) await shown()
  }
  assert.equal(await mostTogether(1, isCopied), 1)
})

test('snapshots of a host within max_concurrent_snapshots run at the same time', async () => {
  assert.equal(await mostTogether(2, async ({ most }) => assert.equal(most, 2)), 2)
})
