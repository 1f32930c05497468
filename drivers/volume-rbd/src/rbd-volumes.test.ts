import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { clusterId } from '@nimbo/ceph/cluster-id'
import { rbdConnection } from '@nimbo/ceph/connection'
import { rbdDiff } from '@nimbo/ceph/rbd-diff'
import { rbdLockedSize } from '@nimbo/ceph/rbd-locked-size'
import { importRbd, readRbd, writeRbd } from '@nimbo/ceph/rbd-streams'
import { runCeph } from '@nimbo/ceph/run-ceph'
import { type CephCluster, missingCeph, startCeph } from '@nimbo/testing/ceph-cluster'
import { qcow2 } from '@nimbo/testing/disk-images/qcow2'
import type { VolumeBackend } from '@nimbo/volume/driver/volume-backend'
import { rbdVolumes } from './rbd-volumes.ts'

const gibibyte = 1024 ** 3

interface Info {
  readonly parent?: Readonly<Record<string, unknown>>
}

const id = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`

describe('volumes of Ceph', { skip: missingCeph() }, () => {
  let ceph: CephCluster
  let backend: VolumeBackend
  before(async () => {
    ceph = await startCeph({ pools: ['volumes', 'images'] })
    backend = rbdVolumes({ access: ceph.access, pool: 'volumes' })
  })
  after(() => ceph?.[Symbol.asyncDispose]())

  const imageOf = (volume: string) => ({ pool: 'volumes', name: `volume-${volume}` })
  const write = (volume: string, text: string, offset = 0) => {
    const blocks = Readable.from([{ offset, bytes: Buffer.from(text) }])
    return writeRbd(ceph.access, imageOf(volume), rbdDiff(gibibyte, blocks))
  }
  const startOf = async (volume: string, length: number): Promise<string> => {
    for await (const chunk of readRbd(ceph.access, imageOf(volume)))
      return Buffer.from(chunk).subarray(0, length).toString()
    return ''
  }
  /** The volume of which an image is a copy-on-write clone. */
  const parentOf = async (volume: string): Promise<unknown> => {
    const info = ['info', '--format', 'json', `volumes/volume-${volume}`]
    const { parent }: Info = JSON.parse(await runCeph(ceph.access, 'rbd', info))
    return parent?.image
  }
  const names = async () => (await backend.existing.listVolumes()).map(({ name }) => name)

  it('are not overwritten by a second creation, and only grow', async () => {
    await backend.volumes.create(id(1), 1)
    await write(id(1), 'kept')
    await backend.volumes.create(id(1), 1)
    await backend.volumes.extend(id(1), 2)
    assert.equal(await startOf(id(1), 4), 'kept')
    await assert.rejects(backend.volumes.extend(id(1), 1))
    assert.deepEqual(await backend.existing.listVolumes(), [
      { name: `volume-${id(1)}`, sizeGb: 2, id: id(1) },
    ])
    await backend.volumes.remove(id(1))
    await backend.volumes.remove(id(1))
    assert.deepEqual(await names(), [])
  })

  it('are cloned from volumes and snapshots, and keep their contents when these are changed or deleted', async () => {
    await backend.volumes.create(id(2), 1)
    await write(id(2), 'before')
    await backend.snapshots.create(id(3), id(2))
    await backend.snapshots.create(id(3), id(2))
    await write(id(2), 'after!')
    await backend.snapshots.createVolume(id(4), id(3), 2, id(2))
    await backend.volumes.createFromVolume(id(5), id(2), 1)
    assert.deepEqual([await parentOf(id(4)), await parentOf(id(5))], Array(2).fill(`volume-${id(2)}`))
    assert.deepEqual([await startOf(id(4), 6), await startOf(id(5), 6)], ['before', 'after!'])
    await backend.snapshots.revert(id(2), id(3))
    assert.equal(await startOf(id(2), 6), 'before')
    await backend.snapshots.remove(id(3), id(2))
    await backend.snapshots.remove(id(3), id(2))
    await backend.volumes.remove(id(2))
    assert.deepEqual([await startOf(id(4), 6), await startOf(id(5), 6)], ['before', 'after!'])
    for (const number of [4, 5]) await backend.volumes.remove(id(number))
    assert.deepEqual(await names(), [])
  })

  it('are created from images, and not at all if the format is unknown', async () => {
    const content = Buffer.alloc(65_536, 'n')
    const image = { content: Readable.from([qcow2({ data: [content] })]), format: 'qcow2' }
    await backend.volumes.createFromImage(id(6), image, 1)
    assert.equal(await startOf(id(6), 3), 'nnn')
    const odd = { content: Readable.from(['x']), format: 'ploop' }
    await assert.rejects(backend.volumes.createFromImage(id(7), odd, 1), /ploop/)
    assert.deepEqual(await names(), [`volume-${id(6)}`])
    const [wanted, bytes] = [createHash('sha256'), createHash('sha256')]
    const empty = Buffer.alloc(content.length)
    for (let at = 0; at < gibibyte; at += content.length) wanted.update(at === 0 ? content : empty)
    for await (const chunk of await backend.volumes.read(id(6))) bytes.update(chunk)
    assert.equal(
      bytes.digest('hex'),
      wanted.digest('hex'),
      'the image and zeros up to the size of the volume',
    )
    await backend.volumes.remove(id(6))
  })

  it('report the size that the LUKS header leaves to the guest, which grows when they are extended', async () => {
    const lock = { passphrase: 'open sesame', cipher: 'aes-xts-plain64', keySize: 256, version: 1 } as const
    await backend.volumes.create(id(9), 1, lock)
    const before = await rbdLockedSize(ceph.access, imageOf(id(9)))
    assert.ok(before > 0 && before < gibibyte, String(before))
    await backend.volumes.extend(id(9), 2)
    assert.equal(await rbdLockedSize(ceph.access, imageOf(id(9))), before + gibibyte)
    await backend.volumes.remove(id(9))
  })

  it('are cloned from an image in the same cluster, not from others', async () => {
    const image = { pool: 'images', name: 'golden' }
    const spec = 'images/golden@snap'
    const rbd = (...args: readonly string[]) => runCeph(ceph.access, 'rbd', args)
    await importRbd(ceph.access, image, Readable.from([Buffer.from('golden')]))
    await rbd('snap', 'create', '--no-progress', spec)
    const clone = backend.volumes.cloneImage
    assert.ok(clone)
    const cluster = await clusterId(ceph.access)
    assert.equal(await clone(id(7), `rbd://${cluster}/images/golden/snap`, 1), true)
    const made: Info = JSON.parse(await rbd('info', '--format', 'json', `volumes/volume-${id(7)}`))
    assert.deepEqual(
      [made.parent?.pool, made.parent?.image, made.parent?.snapshot],
      ['images', 'golden', 'snap'],
    )
    assert.equal(await startOf(id(7), 6), 'golden')
    assert.equal(await clone(id(8), `rbd://${id(1)}/images/golden/snap`, 1), false)
    assert.equal(await clone(id(8), 'file:///images/golden', 1), false)
    assert.deepEqual(await names(), [`volume-${id(7)}`])
    await backend.volumes.remove(id(7))
  })

  it('are copied from a file, and connected to by rbd', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'nimbo-rbd-test-'))
    try {
      const path = join(directory, 'disk')
      await writeFile(path, 'from a file')
      const file = { driver_volume_type: 'file', data: { device_path: path } }
      await backend.volumes.createFromConnection(id(8), file, 1)
      assert.equal(await startOf(id(8), 11), 'from a file')
      const connection = await backend.exports.open(id(8), { host: 'h' })
      assert.deepEqual(
        [connection.driver_volume_type, connection.data.name, connection.data.hosts],
        ['rbd', `volumes/volume-${id(8)}`, ['127.0.0.1']],
      )
      assert.deepEqual(rbdConnection(connection)?.image, imageOf(id(8)))
      assert.ok((await stat(String(connection.data.ceph_conf))).isFile())
      await backend.volumes.remove(id(8))
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  })

  it('are renamed when adopted and released, and have the capacity of the cluster', async () => {
    await backend.volumes.create(id(9), 1)
    await backend.existing.releaseVolume(id(9), 'found')
    assert.deepEqual(await names(), ['found'])
    assert.deepEqual(await backend.existing.adoptVolume(id(1), 'found'), { sizeGb: 1 })
    assert.deepEqual(await backend.existing.adoptVolume(id(1), 'found'), { sizeGb: 1 })
    await backend.volumes.remove(id(1))
    const { totalGb, freeGb, thin } = await backend.capacity()
    assert.ok(totalGb >= freeGb && freeGb > 0 && thin, `${totalGb} ${freeGb}`)
  })
})
