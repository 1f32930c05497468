import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import type { ImageStore } from '@nimbo/image/driver/image-store'
import { type CephCluster, missingCeph, startCeph } from '@nimbo/testing/ceph-cluster'
import { rbdStore } from './rbd-store.ts'

const id = '11111111-1111-4111-8111-111111111111'
const none = '22222222-2222-4222-8222-222222222222'

const read = async (stream: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

describe('images in Ceph', { skip: missingCeph() }, () => {
  let ceph: CephCluster
  let store: ImageStore
  before(async () => {
    ceph = await startCeph({ pools: ['images'] })
    store = rbdStore({ access: ceph.access, pool: 'images', fsid: ceph.fsid })
  })
  after(() => ceph?.[Symbol.asyncDispose]())

  it('are stored with their exact length, and read whole, by range and at an offset', async () => {
    const bytes = randomBytes(5_000_001)
    // All chunks share one buffer, as in uploads.
    const memory = Buffer.alloc(524_288)
    const pieces = async function* () {
      for (let at = 0; at < bytes.length; at += memory.length) {
        const some = bytes.copy(memory, 0, at, at + memory.length)
        yield memory.subarray(0, some)
      }
    }
    await store.write(id, pieces())
    const whole = await read(await store.read(id))
    const hash = (data: Buffer) => createHash('sha256').update(data).digest('hex')
    assert.deepEqual([whole.length, hash(whole)], [bytes.length, hash(bytes)])
    const part = await read(await store.read(id, { first: 1_000_003, last: 1_000_999 }))
    assert.ok(part.equals(bytes.subarray(1_000_003, 1_001_000)))
    await using opened = await store.open(id)
    assert.equal(opened.size, bytes.length)
    assert.ok((await opened.read(4_999_999, 100)).equals(bytes.subarray(4_999_999)))
    assert.equal(store.urlOf(id), `rbd://${ceph.fsid}/images/${id}/snap`)
  })

  it('are not stored if the upload fails, and can be removed twice', async () => {
    const broken = async function* () {
      yield Buffer.alloc(100)
      throw new Error('the client is gone')
    }
    await assert.rejects(store.write(none, broken()), /client is gone/)
    await assert.rejects(store.read(none))
    await assert.rejects(store.open(none))
    await store.remove(none)
    await store.remove(id)
    await store.remove(id)
    await assert.rejects(store.read(id))
  })
})
