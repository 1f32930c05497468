import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { driverOf } from '@nimbo/image-conversion/disk-drivers'
import { imageConverter } from '@nimbo/image-conversion/image-converter'
import { internalContext } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import { silentLog } from '@nimbo/kernel/log'
import { isRemote, remoteFault } from '@nimbo/operation/client/remote-fault'
import { honestImages, hostileImages } from '@nimbo/testing/disk-images/hostile-images'
import { qcow2 } from '@nimbo/testing/disk-images/qcow2'
import { vmdk } from '@nimbo/testing/disk-images/vmdk'
import { missingProgram } from '@nimbo/testing/missing-program'
import { imageCache } from './image-cache.ts'

const bytes = Buffer.from('a disk')
const sha512 = (data: Buffer): string => createHash('sha512').update(data).digest('hex')
const hashValue = sha512(bytes)
const skip = missingProgram('qemu-img')
const gibibyte = 1024 ** 3

describe('the image cache', () => {
  let directory = ''
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'nimbo-images-'))
  })
  after(() => rm(directory, { recursive: true }))

  const converter = imageConverter({ log: silentLog })
  const cacheOf = (download: () => Promise<Readable>) =>
    imageCache({ directory, images: { download }, converter })
  const imageOf = (id: string, diskFormat = 'raw', data: Buffer = bytes) => ({
    ...{ id, diskFormat, hashAlgo: 'sha512', hashValue: sha512(data) },
  })
  const fetch = (id: string, format: string, data: Buffer, most?: number) =>
    cacheOf(async () => Readable.from([data])).fetch(internalContext(), imageOf(id, format, data), most)
  const namesOf = async (id: string) =>
    (await readdir(directory)).filter((name) => name.startsWith(id)).sort()

  it('downloads an image once for all who ask for it, into a file that only its owner may read', async () => {
    let downloads = 0
    const cache = cacheOf(async () => {
      downloads += 1
      return Readable.from([bytes])
    })
    const fetched = await Promise.all([1, 2, 3].map(() => cache.fetch(internalContext(), imageOf('good'))))
    await cache.fetch(internalContext(), imageOf('good'))
    assert.equal(downloads, 1)
    const [first] = fetched
    assert.deepEqual(first, { path: join(directory, 'good'), format: 'raw', virtualSize: bytes.length })
    assert.deepEqual(await readFile(first.path), bytes)
    assert.equal((await stat(first.path)).mode & 0o777, 0o600)
  })

  it('lets agents that share a machine download the same image at once', async () => {
    const slowly = async function* () {
      yield bytes.subarray(0, 2)
      await new Promise(setImmediate)
      yield bytes.subarray(2)
    }
    const caches = [1, 2, 3, 4].map(() => cacheOf(async () => Readable.from(slowly())))
    const fetched = await Promise.all(
      caches.map((cache) => cache.fetch(internalContext(), imageOf('shared'))),
    )
    assert.deepEqual(await readFile(fetched[0]?.path ?? ''), bytes)
    assert.ok(!(await readdir(directory)).some((name) => name.endsWith('.part')))
  })

  it('removes the partial file of a download killed hours ago, and keeps that of one under way', async () => {
    const [old, young] = ['left.1.part', 'left.2.part'].map((name) => join(directory, name))
    await writeFile(old ?? '', 'half')
    await writeFile(young ?? '', 'half')
    const before = new Date(Date.now() - 2 * 3_600_000)
    await utimes(old ?? '', before, before)
    await fetch('left', 'raw', bytes)
    assert.deepEqual(await namesOf('left'), ['left', 'left.2.part'])
  })

  it('rejects an image whose data does not match its hash, and keeps no file of it', async () => {
    const cache = cacheOf(async () => Readable.from(['tampered']))
    const image = { ...imageOf('bad'), hashValue }
    await assert.rejects(cache.fetch(internalContext(), image), (error) => isFault(error, 'ImageCorrupt'))
    assert.deepEqual(await namesOf('bad'), [])
  })

  it('tries a download that broke off again, and no other', async () => {
    const at = {
      now: () => 0,
      after: (_ms: number, callback: () => void) => {
        setImmediate(callback)
        return () => {}
      },
    }
    const fetchFrom = async (id: string, retries: number, ...answers: readonly (() => Readable)[]) => {
      const left = [...answers]
      const download = async () => left.shift()?.() ?? Readable.from([bytes])
      const cache = imageCache({ directory, images: { download }, converter, retries, clock: at })
      await cache.fetch(internalContext(), imageOf(id))
      return left.length
    }
    const refusing = (status: number) => () => {
      throw remoteFault({ service: 'image', status, headers: {}, text: '' })
    }
    const breaking = () =>
      Readable.from(
        (async function* () {
          yield bytes.subarray(0, 2)
          throw new Error('the connection broke')
        })(),
      )
    assert.equal(await fetchFrom('again', 3, breaking, refusing(503), breaking), 0)
    await assert.rejects(fetchFrom('given-up', 1, breaking, breaking), /the connection broke/)
    await assert.rejects(fetchFrom('forbidden', 3, refusing(403)), (error) => isRemote(error, 403))
    await assert.rejects(
      fetchFrom('forged', 3, () => Readable.from(['tampered'])),
      (error) => isFault(error, 'ImageCorrupt'),
    )
    for (const id of ['given-up', 'forbidden', 'forged']) assert.deepEqual(await namesOf(id), [])
  })

  it('rejects an image that is unsafe or not of its declared format, and keeps no file of it', async () => {
    for (const { what, format, data } of hostileImages) {
      await assert.rejects(
        fetch('hostile', format, data),
        (error) => isFault(error, 'ImageUnacceptable'),
        what,
      )
      assert.deepEqual(await namesOf('hostile'), [], what)
    }
  })

  it('inspects an image that is already in the cache directory before giving it out', async () => {
    await writeFile(join(directory, 'old'), qcow2({ backingFile: '/etc/passwd' }))
    await assert.rejects(fetch('old', 'qcow2', qcow2()), (error) => isFault(error, 'ImageUnacceptable'))
  })

  it('keeps qcow2 images as they are, and converts other formats to raw', { skip }, async () => {
    for (const [index, { what, format, data }] of honestImages.entries()) {
      // What the test kit writes as VHDX lacks the checksums that QEMU asks for.
      if (format === 'vhdx') continue
      const cached = await fetch(`honest-${index}`, format, data)
      const converts = format !== 'qcow2' && driverOf(format) !== undefined
      assert.equal(cached.format, format === 'qcow2' ? 'qcow2' : 'raw', what)
      const { size } = await stat(cached.path)
      assert.equal(size, converts ? cached.virtualSize : data.length, what)
      assert.equal((await stat(cached.path)).mode & 0o777, 0o600, what)
      // Another cache on the same directory, as after a restart.
      assert.deepEqual(await fetch(`honest-${index}`, format, data), cached, what)
    }
  })

  it('refuses an image larger than the flavor’s disk, also while another fetch with a larger disk succeeds', {
    skip,
  }, async () => {
    const tooLarge = (error: unknown) =>
      isFault(error, 'FlavorDiskSmallerThanImage') &&
      /Flavor disk is \d+ bytes, image is \d+ bytes/.test(error.message)
    const terabytes = qcow2({ virtualSize: 60n * 2n ** 40n })
    await assert.rejects(fetch('huge', 'qcow2', terabytes, gibibyte), tooLarge)
    const cache = cacheOf(async () => Readable.from([vmdk()]))
    const image = imageOf('tight', 'vmdk', vmdk())
    const tries = [1, gibibyte].map((most) => cache.fetch(internalContext(), image, most))
    const [small, large] = await Promise.allSettled(tries)
    assert.ok(small?.status === 'rejected' && tooLarge(small.reason))
    assert.equal(large?.status === 'fulfilled' && large.value.virtualSize, 1024 ** 2)
    await assert.rejects(cache.fetch(internalContext(), image, 1), tooLarge)
  })
})
