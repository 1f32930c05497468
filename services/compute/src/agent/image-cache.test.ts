import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { internalContext } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import { imageCache } from './image-cache.ts'

const bytes = Buffer.from('a disk')
const hashValue = createHash('sha512').update(bytes).digest('hex')

describe('the image cache', () => {
  let directory = ''
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'nimbo-images-'))
  })
  after(() => rm(directory, { recursive: true }))

  it('downloads an image once, however many ask for it', async () => {
    let downloads = 0
    const cache = imageCache(directory, {
      download: async () => {
        downloads += 1
        return Readable.from([bytes])
      },
    })
    const image = { id: 'good', hashAlgo: 'sha512', hashValue }
    const paths = await Promise.all([1, 2, 3].map(() => cache.fetch(internalContext(), image)))
    await cache.fetch(internalContext(), image)
    assert.equal(downloads, 1)
    assert.deepEqual(await readFile(paths[0] ?? ''), bytes)
  })

  it('lets agents that share a machine download the same image at once', async () => {
    const slowly = async function* () {
      yield bytes.subarray(0, 2)
      await new Promise(setImmediate)
      yield bytes.subarray(2)
    }
    const image = { id: 'shared', hashAlgo: 'sha512', hashValue }
    const caches = [1, 2, 3, 4].map(() =>
      imageCache(directory, { download: async () => Readable.from(slowly()) }),
    )
    const paths = await Promise.all(caches.map((cache) => cache.fetch(internalContext(), image)))
    assert.deepEqual(await readFile(paths[0] ?? ''), bytes)
    assert.ok(!(await readdir(directory)).some((name) => name.endsWith('.part')))
  })

  it('clears away what a killed download left, and nothing that is under way', async () => {
    const [old, young] = ['left.1.part', 'left.2.part'].map((name) => join(directory, name))
    await writeFile(old ?? '', 'half')
    await writeFile(young ?? '', 'half')
    const before = new Date(Date.now() - 2 * 3_600_000)
    await utimes(old ?? '', before, before)
    const cache = imageCache(directory, { download: async () => Readable.from([bytes]) })
    await cache.fetch(internalContext(), { id: 'left', hashAlgo: 'sha512', hashValue })
    const names = (await readdir(directory)).filter((name) => name.startsWith('left'))
    assert.deepEqual(names.toSorted(), ['left', 'left.2.part'])
  })

  it('keeps nothing of an image that is not what its hash says', async () => {
    const cache = imageCache(directory, { download: async () => Readable.from(['tampered']) })
    const image = { id: 'bad', hashAlgo: 'sha512', hashValue }
    await assert.rejects(cache.fetch(internalContext(), image), (error) => isFault(error, 'ImageCorrupt'))
    assert.ok(!(await readdir(directory)).some((name) => name.startsWith('bad')))
  })
})
