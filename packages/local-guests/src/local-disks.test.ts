import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { backingFileOf } from '@nimbo/image-format/backing-file'
import type { LocalDisk } from './guest-order.ts'
import { makeLocalDisks } from './local-disks.ts'
import { orderOf, serverId } from './order.testing.ts'
import { runCommand } from './run-command.ts'
import { serverPaths } from './server-paths.ts'

const programs = ['/usr/sbin/mkfs.ext4', '/usr/sbin/mkswap']
const missing = programs.filter((program) => !existsSync(program))
const skip = missing.length > 0 ? `not installed: ${missing.join(', ')}` : false
const hasXfs = existsSync('/usr/sbin/mkfs.xfs')

/** The offsets of the magic number and of the label in each file system. */
const marks = {
  ext: { magic: { at: 0x438, is: '53ef' }, label: { at: 0x478, length: 16 } },
  swap: { magic: { at: 4086, is: Buffer.from('SWAPSPACE2').toString('hex') } },
  xfs: { magic: { at: 0, is: Buffer.from('XFSB').toString('hex') }, label: { at: 108, length: 12 } },
} as const

const bytesAt = async (path: string, at: number, length: number): Promise<Buffer> => {
  const file = await open(path)
  try {
    return (await file.read(Buffer.alloc(length), 0, length, at)).buffer
  } finally {
    await file.close()
  }
}

const isMarked = async (path: string, { at, is }: { readonly at: number; readonly is: string }) =>
  assert.equal((await bytesAt(path, at, is.length / 2)).toString('hex'), is, path)

const labelOf = async (path: string, { at, length }: { readonly at: number; readonly length: number }) =>
  (await bytesAt(path, at, length)).toString('utf8').replaceAll('\0', '')

test('ephemeral and swap disks are made once, with the requested size and file system', {
  skip,
}, async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-disks-'))
  t.after(() => rm(directory, { recursive: true }))
  const paths = serverPaths(directory, serverId)
  await mkdir(paths.directory)
  const localDisks: LocalDisk[] = [
    { kind: 'ephemeral', sizeMb: 1_024 },
    { kind: 'ephemeral', sizeMb: 512, format: hasXfs ? 'xfs' : 'ext2' },
    { kind: 'swap', sizeMb: 64 },
  ]
  const order = orderOf({ rootDisk: { from: 'volume' }, localDisks })
  await makeLocalDisks(order, paths)
  const [first, second, swap] = [paths.ephemeralDisk(0), paths.ephemeralDisk(1), paths.swapDisk]
  const sizes = await Promise.all(
    [first, second, swap].map(async (path) => (await stat(path)).size / 2 ** 20),
  )
  assert.deepEqual(sizes, [1_024, 512, 64])
  await isMarked(first, marks.ext.magic)
  assert.equal(await labelOf(first, marks.ext.label), 'ephemeral0')
  const other = hasXfs ? marks.xfs : marks.ext
  await isMarked(second, other.magic)
  assert.equal(await labelOf(second, other.label), 'ephemeral1')
  await isMarked(swap, marks.swap.magic)

  const before = (await stat(first)).mtimeMs
  await makeLocalDisks(order, paths)
  assert.equal((await stat(first)).mtimeMs, before, 'an existing disk is left as it is')
  assert.deepEqual((await readdir(paths.directory)).sort(), ['disk.eph0', 'disk.eph1', 'disk.swap'])
})

const noQemu = existsSync('/usr/bin/qemu-img') ? false : 'not installed: qemu-img'

test('a root disk is an overlay on its image, or a full copy that does not need the image', {
  skip: noQemu,
}, async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-disks-'))
  t.after(() => rm(directory, { recursive: true }))
  const image = join(directory, 'image')
  const content = Buffer.alloc(1_048_576, 'a disk ')
  await writeFile(image, content)
  const bytes = 2 * content.length
  const rootDisk = { from: 'image', cachedImagePath: image, cachedImageFormat: 'raw', bytes } as const
  const make = async (name: string, parts: { readonly whole?: true }) => {
    const paths = serverPaths(join(directory, name), serverId)
    await mkdir(paths.directory, { recursive: true })
    await makeLocalDisks(orderOf({ rootDisk: { ...rootDisk, ...parts }, localDisks: [] }), paths)
    return paths.rootDisk
  }
  const [overlay, whole] = [await make('overlay', {}), await make('whole', { whole: true })]
  assert.equal(await backingFileOf(overlay), image)
  assert.equal(await backingFileOf(whole), undefined)
  assert.equal((await stat(whole)).mode & 0o777, 0o600)
  await rm(image)
  const raw = join(directory, 'raw')
  await runCommand('qemu-img', ['convert', '-f', 'qcow2', '-O', 'raw', '--', whole, raw], 60_000)
  const read = await readFile(raw)
  assert.equal(read.length, bytes)
  assert.ok(read.subarray(0, content.length).equals(content))
})
