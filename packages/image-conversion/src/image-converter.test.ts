import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { isFault } from '@nimbo/kernel/errors'
import { silentLog } from '@nimbo/kernel/log'
import { hostileImages } from '@nimbo/testing/disk-images/hostile-images'
import { qcow2 } from '@nimbo/testing/disk-images/qcow2'
import { missingProgram } from '@nimbo/testing/missing-program'
import { driverOf } from './disk-drivers.ts'
import { imageConverter } from './image-converter.ts'

const skip = missingProgram('qemu-img')

/** A directory that its owner alone may enter. */
const directoryFor = async (t: TestContext): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-conversion-'))
  t.after(() => rm(directory, { recursive: true }))
  return directory
}

const converter = imageConverter({ log: silentLog })
const most = 64 * 1024 ** 2

for (const [format, ...options] of [
  ['qcow2'],
  ['qcow2', '-c'],
  ['vmdk'],
  ['vmdk', '-o', 'subformat=streamOptimized'],
  ['vhd', '-o', 'force_size=on'],
  ['vhd', '-o', 'subformat=fixed,force_size=on'],
  ['vhdx'],
  ['vdi'],
] as const)
  test(`a ${[format, ...options].join(' ')} is converted to its raw disk, with holes, for its owner only`, {
    skip,
  }, async (t) => {
    const directory = await directoryFor(t)
    const [raw, source, target] = ['raw', 'source', 'target'].map((name) => join(directory, name))
    assert.ok(raw && source && target)
    // A hole, then data, then a hole.
    const disk = Buffer.concat([
      Buffer.alloc(3_000_320),
      Buffer.alloc(2_000_384, 'x'),
      Buffer.alloc(1_048_576),
    ])
    await writeFile(raw, disk)
    const driver = driverOf(format) ?? ''
    execFileSync('qemu-img', ['convert', '-f', 'raw', '-O', driver, ...options, raw, source])
    await converter.toRaw({ source, format, target, most })
    const written = await readFile(target)
    assert.ok(written.subarray(0, disk.length).equals(disk))
    const { mode, uid, blocks } = await stat(target)
    assert.deepEqual([mode & 0o777, uid], [0o600, process.getuid?.()])
    assert.ok(blocks * 512 < 3_000_000, 'holes take no space')
  })

test('an unsafe image is refused, and leaves no file', { skip }, async (t) => {
  const directory = await directoryFor(t)
  const [source, target] = [join(directory, 'source'), join(directory, 'target')]
  for (const { what, format, data } of hostileImages) {
    if (driverOf(format) === undefined) continue
    await writeFile(source, data)
    await assert.rejects(
      converter.toRaw({ source, format, target, most }),
      (error) => isFault(error, 'ImageUnsafe', 'ImageFormatMismatch'),
      what,
    )
  }
  assert.deepEqual(await readdir(directory), ['source'])
})

test('a disk of 60 terabytes in a small file is too large', async (t) => {
  const directory = await directoryFor(t)
  const [source, target] = [join(directory, 'source'), join(directory, 'target')]
  await writeFile(source, qcow2({ virtualSize: 60n * 2n ** 40n }))
  await assert.rejects(converter.toRaw({ source, format: 'qcow2', target, most }), (error) =>
    isFault(error, 'ImageTooLarge'),
  )
  assert.deepEqual(await readdir(directory), ['source'])
})

test('an image with corrupt data fails with ProgramFailed, and leaves no file', { skip }, async (t) => {
  const directory = await directoryFor(t)
  const [source, target] = [join(directory, 'source'), join(directory, 'target')]
  const broken = qcow2()
  // Marks data as compressed that is not.
  broken.writeUInt8(0x40, 4 * 65_536)
  await writeFile(source, broken)
  await assert.rejects(converter.toRaw({ source, format: 'qcow2', target, most }), (error) =>
    isFault(error, 'ProgramFailed'),
  )
  assert.deepEqual(await readdir(directory), ['source'])
})
