/** About the Ceph driver only, which is the same in every shape of a cloud. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { qemuNameOf } from '@nimbo/ceph/ceph-access'
import { readPart } from '@nimbo/ceph/read-part'
import { missingCeph, startCeph } from '@nimbo/testing/ceph-cluster'
import { eventually } from '@nimbo/testing/eventually'
import { rbdVolumes } from '@nimbo/volume-rbd/rbd-volumes'

const length = 512

/**
 * A client that writes to an image or rolls it back has its exclusive lock, and keeps that for half a minute after it was killed
 * (here, ten seconds). Ceph waits for the lock before other work, but refuses to roll back: a volume whose service was killed while
 * it reverted the volume ended in `error`, because the next service tried again at once.
 */
test('a volume in Ceph can be reverted right after a client that wrote to it was killed', {
  skip: missingCeph(),
}, async () => {
  await using ceph = await startCeph({ pools: ['volumes'], clientWatchTimeoutS: 10 })
  const { access } = ceph
  const { volumes, snapshots } = rbdVolumes({ access, pool: 'volumes' })
  const [id, snapshotId] = [crypto.randomUUID(), crypto.randomUUID()]
  await volumes.create(id, 1)
  await snapshots.create(snapshotId, id)
  const image = { pool: 'volumes', name: `volume-${id}` }
  using client = spawn('qemu-io', ['-f', 'raw', qemuNameOf(access, image)], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  client.stdin.write(`write -P 7 0 ${length}\nflush\n`)
  const content = () => readPart(access, image, 0, length)
  await eventually(async () => assert.deepEqual(await content(), Buffer.alloc(length, 7)))
  client.kill('SIGKILL')
  await once(client, 'exit')
  await snapshots.revert(id, snapshotId)
  assert.deepEqual(await content(), Buffer.alloc(length))
})
