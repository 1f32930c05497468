import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { systemClock } from '@nimbo/kernel/clock'
import { pause } from '@nimbo/kernel/deadline'
import { computeCloud } from './compute-cloud.ts'

/** What the host tells of one snapshot until its upload begins: copied, to be uploaded, uploaded. */
const wordsUntilUpload = 3

/** Makes images of two servers of one host at once, and returns how many uploads went on together at most. */
const mostTogether = async (max_concurrent_snapshots: number, wordsToAwait: number): Promise<number> => {
  let words = 0
  let going = 0
  let most = 0
  const before = async (moment: string): Promise<void> => {
    if (moment === 'call actionProgressed') words += 1
    if (moment !== 'image upload') return
    going += 1
    most = Math.max(most, going)
    while (words < wordsToAwait) await pause(systemClock, 1)
    for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate)
    going -= 1
  }
  const shape = { options: { max_concurrent_snapshots } }
  await using cloud = await computeCloud(fakeHypervisor().hypervisors, before, shape)
  const servers = [await cloud.boot(), await cloud.boot()]
  await cloud.settled()
  const [, cell1] = cloud.everyCell
  const cell = await cloud.databases.cell(cell1?.id ?? '')
  await cell.updateTable('instances').set({ task_state: 'image_snapshot_pending' }).execute()
  words = 0
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
  // The second server has said that it is to be copied, and no more.
  assert.equal(await mostTogether(1, wordsUntilUpload + 1), 1)
})

test('within the limit, snapshots of a host go on together', async () => {
  assert.equal(await mostTogether(2, 2 * wordsUntilUpload), 2)
})
