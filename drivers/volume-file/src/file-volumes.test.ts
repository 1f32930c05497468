import assert from 'node:assert/strict'
import { chmod, mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { isFault } from '@nimbo/kernel/errors'
import { hostileImages } from '@nimbo/testing/disk-images/hostile-images'
import { qcow2 } from '@nimbo/testing/disk-images/qcow2'
import { missingProgram } from '@nimbo/testing/missing-program'
import { fileVolumes } from './file-volumes.ts'

const gibibyte = 1024 ** 3

const directoryFor = async (t: TestContext): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-volumes-'))
  t.after(() => rm(directory, { recursive: true, force: true }))
  return directory
}

const skip = missingProgram('qemu-img')

const startOf = async (path: string, length: number): Promise<string> => {
  const file = await open(path)
  try {
    return (await file.read(Buffer.alloc(length), 0, length, 0)).buffer.toString()
  } finally {
    await file.close()
  }
}

test('a blank volume is a sparse file, is not overwritten by a second creation, and only grows', async (t) => {
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

test('a volume from a raw image begins with the image and has the requested size', async (t) => {
  const backend = fileVolumes({ directory: await directoryFor(t) })
  await backend.volumes.createFromImage('v', { content: Readable.from(['image']), format: 'raw' }, 1)
  const { data } = await backend.exports.open('v', {})
  assert.equal(await startOf(String(data.device_path), 5), 'image')
  assert.equal((await stat(String(data.device_path))).size, gibibyte)
})

test('an image that breaks off or has an unknown format leaves no file', async (t) => {
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

test('a qcow2 image is converted; images that refer to other files are refused', {
  skip,
}, async (t) => {
  const directory = await directoryFor(t)
  const backend = fileVolumes({ directory })
  const make = (id: string, format: string, data: Buffer) =>
    backend.volumes.createFromImage(id, { content: Readable.from([data]), format }, 1)
  await make('v', 'qcow2', qcow2({ data: [Buffer.alloc(65_536, 'n')] }))
  const path = String((await backend.exports.open('v', {})).data.device_path)
  assert.deepEqual([(await stat(path)).size, await startOf(path, 3)], [gibibyte, 'nnn'])
  for (const { what, format, data } of hostileImages) await assert.rejects(make('w', format, data), what)
  assert.deepEqual(await readdir(directory), ['volume-v'])
})

test('an image whose disk is larger than the volume is refused', async (t) => {
  const directory = await directoryFor(t)
  const content = Readable.from([qcow2({ virtualSize: 60n * 2n ** 40n })])
  const made = fileVolumes({ directory }).volumes.createFromImage('v', { content, format: 'qcow2' }, 1)
  await assert.rejects(made, (error) => isFault(error, 'ImageTooLarge'))
  assert.deepEqual(await readdir(directory), [])
})

test('files of volumes and snapshots are accessible to their owner only', { skip }, async (t) => {
  const directory = await directoryFor(t)
  const { volumes, snapshots } = fileVolumes({ directory })
  const image = (data: Buffer, format: string) => ({ content: Readable.from([data]), format })
  await volumes.create('blank', 1)
  await volumes.createFromImage('raw', image(Buffer.from('x'), 'raw'), 1)
  await volumes.createFromImage('qcow2', image(qcow2(), 'qcow2'), 1)
  // The mode of a file that an earlier release created.
  await chmod(join(directory, 'volume-blank'), 0o644)
  await volumes.createFromVolume('copy', 'blank', 1)
  await snapshots.create('s', 'blank')
  await snapshots.createVolume('restored', 's', 1, 'v')
  for (const name of (await readdir(directory)).filter((each) => each !== 'volume-blank'))
    assert.equal((await stat(join(directory, name))).mode & 0o777, 0o600, name)
})

test('copies and snapshots keep the contents of the time at which they were created', async (t) => {
  const backend = fileVolumes({ directory: await directoryFor(t) })
  await backend.volumes.create('v', 1)
  const path = String((await backend.exports.open('v', {})).data.device_path)
  await writeFile(path, 'old', { flag: 'r+' })
  await backend.snapshots.create('s', 'v')
  await backend.volumes.createFromVolume('copy', 'v', 2)
  await writeFile(path, 'new', { flag: 'r+' })
  await backend.snapshots.createVolume('restored', 's', 1, 'v')
  for (const [id, size] of [
    ['copy', 2],
    ['restored', 1],
  ] as const) {
    const made = String((await backend.exports.open(id, {})).data.device_path)
    assert.deepEqual([await startOf(made, 3), (await stat(made)).size], ['old', size * gibibyte])
  }
  await backend.snapshots.remove('s', 'v')
})

test('a volume is read whole, copied to another backend by its connection, and reverted to a snapshot', async (t) => {
  const backend = fileVolumes({ directory: await directoryFor(t) })
  await backend.volumes.create('v', 1)
  const connection = await backend.exports.open('v', {})
  const path = String(connection.data.device_path)
  await writeFile(path, 'old', { flag: 'r+' })
  await backend.snapshots.create('s', 'v')
  await writeFile(path, 'new', { flag: 'r+' })
  let read = 0
  for await (const chunk of await backend.volumes.read('v')) read += chunk.length
  assert.equal(read, gibibyte)
  const other = fileVolumes({ directory: join(await directoryFor(t), 'other') })
  await other.volumes.createFromConnection('v', connection, 2)
  const copied = String((await other.exports.open('v', {})).data.device_path)
  assert.deepEqual([await startOf(copied, 3), (await stat(copied)).size], ['new', 2 * gibibyte])
  const foreign = { driver_volume_type: 'iscsi', data: {} }
  await assert.rejects(async () => other.volumes.createFromConnection('w', foreign, 1), /iscsi/)
  await backend.snapshots.revert('v', 's')
  assert.equal(await startOf(path, 3), 'old')
})

test('an id that leads outside the directory is refused', async (t) => {
  const backend = fileVolumes({ directory: await directoryFor(t) })
  await assert.rejects(async () => backend.volumes.create('../outside', 1), /cannot name a file/)
})

test("the capacity of a backend is that of its directory's file system, with thin provisioning", async (t) => {
  const { totalGb, freeGb, thin } = await fileVolumes({ directory: await directoryFor(t) }).capacity()
  assert.ok(thin && totalGb > 0 && freeGb <= totalGb)
})
