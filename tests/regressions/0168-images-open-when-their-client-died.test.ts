/** About the Ceph driver only, which is the same in every shape of a cloud. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { qemuNameOf } from '@nimbo/ceph/ceph-access'
import { runCeph } from '@nimbo/ceph/run-ceph'
import { missingCeph, startCeph } from '@nimbo/testing/ceph-cluster'
import { eventually } from '@nimbo/testing/eventually'
import { rbdVolumes } from '@nimbo/volume-rbd/rbd-volumes'

/**
 * For half a minute after a client was killed (here, ten seconds) Ceph takes it for alive, and refuses to delete an image that it
 * had open: the deletion of a volume ended in an error, and so did work of a killed service that another one continued.
 */
test('a volume in Ceph can be deleted right after a client that had it open was killed', {
  skip: missingCeph(),
}, async () => {
  await using ceph = await startCeph({ pools: ['volumes'], clientWatchTimeoutS: 10 })
  const { access } = ceph
  const { volumes } = rbdVolumes({ access, pool: 'volumes' })
  const id = crypto.randomUUID()
  await volumes.create(id, 1)
  const image = { pool: 'volumes', name: `volume-${id}` }
  const client = spawn('qemu-io', ['-f', 'raw', qemuNameOf(access, image)], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const watchers = async () => {
    const words = ['status', '--format', 'json', `volumes/volume-${id}`]
    const told: { readonly watchers: readonly unknown[] } = JSON.parse(await runCeph(access, 'rbd', words))
    return told.watchers
  }
  await eventually(async () => assert.equal((await watchers()).length, 1))
  client.kill('SIGKILL')
  await once(client, 'exit')
  assert.equal((await watchers()).length, 1, 'Ceph has not noticed yet')
  await volumes.remove(id)
  assert.equal((await runCeph(access, 'rbd', ['ls', 'volumes'])).trim(), '')
})
