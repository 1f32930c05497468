import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { fileVolumes } from './file-volumes.ts'

const gibibyte = 1024 ** 3

const directoryFor = async (t: TestContext): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-volumes-'))
  t.after(() => rm(directory, { recursive: true, force: true }))
  return directory
}

const hasQemuImg = (() => {
  try {
    execFileSync('qemu-img', ['--version'])
    return true
  } catch {
    return false
  }
})()

const startOf = async (path: string, length: number): Promise<string> => {
  const file = await open(path)
  try {
    return (await file.read(Buffer.alloc(length), 0, length, 0)).buffer.toString()
  } finally {
    await file.close()
  }
}

test('a blank volume is as large as asked, stores nothing, and is made once', async (t) => {
  const directory = await directoryFor(t)
  const backend = fileVolumes({ directory })
  await backend.volumes.create('v', 2)
  const { data } = await backend.exports.open('v', { host: 'h' })
  const path = String(data.device_path)
  const { size, blocks } = await stat(path)
  assert.deepEqual([size, blocks * 512 < 1_000_000], [2 * gibibyte, true])
  await writeFile(path, 'kept', { flag: 'r+' })
  await backend.volumes.create('v', 2)
  assert.equal(await startOf(path, 4), 'kept')
  await backend.volumes.extend('v', 3)
  assert.deepEqual([(await stat(path)).size, await startOf(path, 4)], [3 * gibibyte, 'kept'])
  await assert.rejects(backend.volumes.extend('v', 1), /do not fit/)
  await backend.volumes.remove('v')
  await backend.volumes.remove('v')
  assert.deepEqual(await readdir(directory), [])
})

test('a raw image is the start of its volume', async (t) => {
  const backend = fileVolumes({ directory: await directoryFor(t) })
  await backend.volumes.createFromImage('v', { content: Readable.from(['image']), format: 'raw' }, 1)
  const { data } = await backend.exports.open('v', {})
  assert.equal(await startOf(String(data.device_path), 5), 'image')
  assert.equal((await stat(String(data.device_path))).size, gibibyte)
})

test('an image that breaks off, or is of no known format, leaves nothing', async (t) => {
  const directory = await directoryFor(t)
  const backend = fileVolumes({ directory })
  const broken = Readable.from(
    (async function* () {
      yield 'half'
      throw new Error('the peer is gone')
    })(),
  )
  await assert.rejects(backend.volumes.createFromImage('v', { content: broken, format: 'raw' }, 1), /peer/)
  const odd = { content: Readable.from(['x']), format: 'ploop' }
  await assert.rejects(backend.volumes.createFromImage('v', odd, 1), /ploop/)
  assert.deepEqual(await readdir(directory), [])
})

test('a qcow2 image is converted; one with a backing file is refused', { skip: !hasQemuImg }, async (t) => {
  const directory = await directoryFor(t)
  const sources = await directoryFor(t)
  const backend = fileVolumes({ directory })
  const [raw, qcow2, layered] = ['raw', 'qcow2', 'layered'].map((name) => join(sources, name))
  assert.ok(raw && qcow2 && layered)
  await writeFile(raw, Buffer.alloc(1_048_576, 'n'))
  execFileSync('qemu-img', ['convert', '-f', 'raw', '-O', 'qcow2', raw, qcow2])
  execFileSync('qemu-img', ['create', '-q', '-f', 'qcow2', '-b', raw, '-F', 'raw', layered])
  const from = async (path: string) => ({ content: Readable.from([await readFile(path)]), format: 'qcow2' })
  await backend.volumes.createFromImage('v', await from(qcow2), 1)
  const path = String((await backend.exports.open('v', {})).data.device_path)
  assert.deepEqual([(await stat(path)).size, await startOf(path, 3)], [gibibyte, 'nnn'])
  await assert.rejects(backend.volumes.createFromImage('w', await from(layered), 1), /backing file/)
  assert.deepEqual(await readdir(directory), ['volume-v'])
})

test('copies and snapshots keep what was there when they were made', { skip: !hasQemuImg }, async (t) => {
  const backend = fileVolumes({ directory: await directoryFor(t) })
  await backend.volumes.create('v', 1)
  const path = String((await backend.exports.open('v', {})).data.device_path)
  await writeFile(path, 'old', { flag: 'r+' })
  await backend.snapshots.create('s', 'v')
  await backend.volumes.createFromVolume('copy', 'v', 2)
  await writeFile(path, 'new', { flag: 'r+' })
  await backend.snapshots.createVolume('restored', 's', 1)
  for (const [id, size] of [
    ['copy', 2],
    ['restored', 1],
  ] as const) {
    const made = String((await backend.exports.open(id, {})).data.device_path)
    assert.deepEqual([await startOf(made, 3), (await stat(made)).size], ['old', size * gibibyte])
  }
  await backend.snapshots.remove('s')
})

test('an id that is no plain name names no file', async (t) => {
  const backend = fileVolumes({ directory: await directoryFor(t) })
  await assert.rejects(async () => backend.volumes.create('../outside', 1), /cannot name a file/)
})

test('a directory tells how much it holds', async (t) => {
  const { totalGb, freeGb, thin } = await fileVolumes({ directory: await directoryFor(t) }).capacity()
  assert.ok(thin && totalGb > 0 && freeGb <= totalGb)
})
