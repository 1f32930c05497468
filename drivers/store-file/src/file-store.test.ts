import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { test } from 'node:test'
import { giveBack, isOwnedByItsReader } from '@nimbo/kernel/owned-bytes'
import { newId } from '@nimbo/kernel/ids'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { fileStore } from './file-store.ts'
import { chunkBytes } from './stream-of-file.ts'

/** Longer than the memory that a stream holds, and not a multiple of a chunk. */
const content = randomBytes(6 * chunkBytes + 17)

const withImage = async () => {
  const directory = await temporaryDirectory()
  const store = fileStore({ directory: directory.path })
  const id = newId<never>()
  async function* pieces() {
    for (let at = 0; at < content.length; at += 100_000) yield content.subarray(at, at + 100_000)
  }
  await store.write(id, pieces())
  return {
    store,
    id,
    directory: directory.path,
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  }
}

/** Reads as a socket does, which gives back the memory of each chunk that it has sent. */
const readGivingBack = async (stream: Readable, memories = new Set<ArrayBufferLike>()) => {
  const read: Buffer[] = []
  stream.on('data', (chunk: Buffer) => {
    memories.add(chunk.buffer)
    read.push(Buffer.from(chunk))
    giveBack(chunk)
  })
  await once(stream, 'end')
  return { bytes: Buffer.concat(read), memories: memories.size }
}

test('an image is read as it was written, and its chunks share a few reused buffers', async () => {
  await using image = await withImage()
  const stream = await image.store.read(image.id)
  assert.ok(isOwnedByItsReader(stream))
  const { bytes, memories } = await readGivingBack(stream)
  assert.ok(bytes.equals(content))
  assert.ok(memories <= 3, `${memories} buffers`)
})

test('readers reuse the buffers of earlier readers', async () => {
  await using image = await withImage()
  const memories = new Set<ArrayBufferLike>()
  for (let reader = 0; reader < 3; reader += 1)
    await readGivingBack(await image.store.read(image.id), memories)
  assert.ok(memories.size <= 3, `${memories.size} buffers`)
})

test('chunks that a reader keeps are not overwritten', async () => {
  await using image = await withImage()
  const chunks: Buffer[] = []
  for await (const chunk of await image.store.read(image.id)) chunks.push(chunk)
  assert.ok(Buffer.concat(chunks).equals(content))
})

test('reading a range gives exactly its bytes', async () => {
  await using image = await withImage()
  for (const [first, last] of [
    [0, 0],
    [chunkBytes - 1, chunkBytes],
    [5, 3 * chunkBytes + 5],
    [content.length - 1, content.length - 1],
  ] as const) {
    const { bytes } = await readGivingBack(await image.store.read(image.id, { first, last }))
    assert.ok(bytes.equals(content.subarray(first, last + 1)))
  }
})

test('an upload that fails leaves no file', async () => {
  await using image = await withImage()
  async function* broken() {
    yield content
    throw new Error('the client left')
  }
  await assert.rejects(image.store.write(newId<never>(), broken()), /the client left/)
  assert.deepEqual(await readdir(image.directory), [image.id])
})
