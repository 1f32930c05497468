import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
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

  it('keeps nothing of an image that is not what its hash says', async () => {
    const cache = imageCache(directory, { download: async () => Readable.from(['tampered']) })
    const image = { id: 'bad', hashAlgo: 'sha512', hashValue }
    await assert.rejects(cache.fetch(internalContext(), image), (error) => isFault(error, 'ImageCorrupt'))
    assert.ok(!(await readdir(directory)).some((name) => name.startsWith('bad')))
  })
})
