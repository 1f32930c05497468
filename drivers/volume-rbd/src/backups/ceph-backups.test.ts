import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { runCeph } from '@nimbo/ceph/run-ceph'
import { type CephCluster, missingCeph, startCeph } from '@nimbo/testing/ceph-cluster'
import type { BackupStore } from '@nimbo/volume/driver/backup-store'
import { cephBackups } from './ceph-backups.ts'

const blockSize = 1024

/** A volume of eight and a half blocks, each filled with one byte; those not given are zeros. */
const volume = (filled: Readonly<Record<number, string>>): Buffer => {
  const bytes = Buffer.alloc(8.5 * blockSize)
  for (const [number, letter] of Object.entries(filled))
    bytes.fill(letter, Number(number) * blockSize, Math.min((Number(number) + 1) * blockSize, bytes.length))
  return bytes
}

const given = (bytes: Buffer): Readable => Readable.from([bytes.subarray(0, 700), bytes.subarray(700)])

describe('backups in Ceph', { skip: missingCeph() }, () => {
  let ceph: CephCluster
  let store: BackupStore
  before(async () => {
    ceph = await startCeph({ pools: ['backups'] })
    store = cephBackups({ access: ceph.access, pool: 'backups', blockSize })
  })
  after(() => ceph?.[Symbol.asyncDispose]())

  const restored = async (id: string): Promise<Buffer> => {
    const bytes = Buffer.alloc(8.5 * blockSize)
    for await (const block of store.read(id)) bytes.set(block.bytes, block.offset)
    return bytes
  }
  const images = async () => (await runCeph(ceph.access, 'rbd', ['ls', 'backups'])).trim()

  it('can be restored in full, and incremental ones store only the changed blocks', async () => {
    const [first, second] = [volume({ 0: 'a', 3: 'b', 8: 'c' }), volume({ 0: 'a', 4: 'd', 8: 'c' })]
    assert.deepEqual(await store.write('one', given(first), null), { objects: 3 })
    assert.deepEqual(await store.write('two', given(second), 'one'), { objects: 1 })
    assert.deepEqual(await store.write('none', given(volume({})), null), { objects: 0 })
    assert.deepEqual(await store.write('one', given(volume({})), null), { objects: 3 })
    assert.deepEqual([await restored('one'), await restored('two')], [first, second])
    assert.deepEqual(await restored('none'), volume({}))
    for (const id of ['two', 'one', 'one', 'none']) await store.remove(id)
    assert.deepEqual([await store.has('one'), await images()], [false, ''])
  })

  it('leave nothing when they fail, and refuse ids that are no names', async () => {
    const broken = Readable.from(
      (async function* () {
        yield volume({ 1: 'x' }).subarray(0, 3000)
        throw new Error('the volume is gone')
      })(),
    )
    await assert.rejects(store.write('one', broken, null), /gone/)
    assert.equal(await images(), '')
    await assert.rejects(store.write('two', given(volume({})), 'none'))
    await assert.rejects(async () => store.remove('../outside'), /cannot name/)
  })
})
