import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { fileBackups } from './file-backups.ts'

const blockSize = 1024

const storeFor = async (t: TestContext) => {
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-backups-'))
  t.after(() => rm(directory, { recursive: true, force: true }))
  return { directory, store: fileBackups({ directory, blockSize }) }
}

/** A volume of eight and a half blocks, each filled with one byte; those not given are zeros. */
const volume = (filled: Readonly<Record<number, string>>): Buffer => {
  const bytes = Buffer.alloc(8.5 * blockSize)
  for (const [number, letter] of Object.entries(filled))
    bytes.fill(letter, Number(number) * blockSize, Math.min((Number(number) + 1) * blockSize, bytes.length))
  return bytes
}

const chunked = (bytes: Buffer): Readable =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / 700) }, (_, at) =>
      bytes.subarray(at * 700, at * 700 + 700),
    ),
  )

const restored = async (store: ReturnType<typeof fileBackups>, id: string): Promise<Buffer> => {
  const bytes = Buffer.alloc(8.5 * blockSize)
  for await (const block of store.read(id)) bytes.set(block.bytes, block.offset)
  return bytes
}

test('a backup can be restored in full, and an incremental one stores only the changed blocks', async (t) => {
  const { directory, store } = await storeFor(t)
  const first = volume({ 0: 'a', 3: 'b', 8: 'c' })
  assert.deepEqual(await store.write('one', chunked(first), null), { objects: 3 })
  const second = volume({ 0: 'a', 4: 'd', 8: 'c' })
  assert.deepEqual(await store.write('two', chunked(second), 'one'), { objects: 1 })
  const third = volume({ 0: 'a', 3: 'b', 4: 'd' })
  assert.deepEqual(await store.write('three', chunked(third), 'two'), { objects: 1 })
  assert.deepEqual(await restored(store, 'one'), first)
  assert.deepEqual(await restored(store, 'two'), second)
  assert.deepEqual(await restored(store, 'three'), third)
  const sizes = await Promise.all(['one', 'two'].map((id) => stat(join(directory, id, 'blocks'))))
  assert.ok((sizes[1]?.size ?? 0) < (sizes[0]?.size ?? 0) / 2)
  assert.equal((await stat(join(directory, 'one', 'blocks'))).mode & 0o777, 0o600)
})

test('a failed backup leaves no files, and writing an existing one again changes nothing', async (t) => {
  const { directory, store } = await storeFor(t)
  const broken = Readable.from(
    (async function* () {
      yield volume({ 1: 'x' }).subarray(0, 3000)
      throw new Error('the volume is gone')
    })(),
  )
  await assert.rejects(store.write('one', broken, null), /gone/)
  assert.deepEqual(await readdir(directory), [])
  await assert.rejects(store.write('two', chunked(volume({})), 'none'), /ENOENT/)
  await store.write('one', chunked(volume({ 1: 'x' })), null)
  assert.deepEqual(await store.write('one', chunked(volume({})), null), { objects: 1 })
  assert.ok(await store.has('one'))
  await store.remove('one')
  await store.remove('one')
  assert.deepEqual([await store.has('one'), await readdir(directory)], [false, []])
})

test('reading a damaged backup fails, and an id that leads outside the directory is refused', async (t) => {
  const { directory, store } = await storeFor(t)
  await store.write('one', chunked(volume({ 0: 'a' })), null)
  await writeFile(join(directory, 'one', 'blocks'), Buffer.alloc(100, 'z'))
  await assert.rejects(restored(store, 'one'))
  await writeFile(join(directory, 'one', 'blocks.list'), '"no list"\n')
  await assert.rejects(restored(store, 'one'), /no list of blocks/)
  await assert.rejects(async () => store.remove('../outside'), /cannot name/)
})
