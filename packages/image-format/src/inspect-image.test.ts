import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { isFault } from '@nimbo/kernel/errors'
import { gptDisk } from '@nimbo/testing/disk-images/disks'
import { honestImages, hostileImages } from '@nimbo/testing/disk-images/hostile-images'
import { qcow2 } from '@nimbo/testing/disk-images/qcow2'
import { vmdk } from '@nimbo/testing/disk-images/vmdk'
import { missingProgram } from '@nimbo/testing/missing-program'
import { bytesOfFile, type ImageBytes } from './image-bytes.ts'
import { inspectImage, strictRules } from './inspect-image.ts'
import { requireDiskFormat } from './require-disk-format.ts'

/** Bytes in memory, and how many of them have been read. */
const bytesOf = (data: Buffer) => {
  let read = 0
  const bytes: ImageBytes = {
    size: data.length,
    read: async (offset, length) => {
      const part = data.subarray(offset, offset + length)
      read += part.length
      return part
    },
  }
  return { bytes, read: () => read }
}

const judgeBytes = async (claimed: string, bytes: ImageBytes): Promise<number> => {
  const { format, virtualSize } = await inspectImage(bytes)
  requireDiskFormat(claimed, format)
  return virtualSize
}
const judge = (claimed: string, data: Buffer): Promise<number> => judgeBytes(claimed, bytesOf(data).bytes)

for (const { what, format, data } of honestImages)
  test(`accepted as ${format}: ${what}`, async () => assert.ok((await judge(format, data)) > 0))

for (const { what, format, data } of hostileImages)
  test(`refused as ${format}: ${what}`, () =>
    assert.rejects(judge(format, data), (error) => isFault(error, 'ImageUnsafe', 'ImageFormatMismatch')))

test('virtualSize is the size of the disk, not of the file', async () => {
  const terabytes = 60n * 2n ** 40n
  assert.equal(await judge('qcow2', qcow2({ virtualSize: terabytes })), Number(terabytes))
  assert.equal(await judge('vmdk', vmdk({ sectors: 4096 })), 2 * 1024 ** 2)
})

test('vmdkAllowedTypes can forbid a safe type of VMDK, but cannot allow an unsafe one', async () => {
  const rules = { ...strictRules, vmdkAllowedTypes: ['monolithicFlat', 'streamOptimized'] }
  const judged = (createType: string) => inspectImage(bytesOf(vmdk({ createType })).bytes, rules)
  await judged('streamOptimized')
  for (const type of ['monolithicSparse', 'monolithicFlat'])
    await assert.rejects(judged(type), new RegExp(`type "${type}" is not allowed`))
})

test('a GPT disk without a protective boot record is refused, unless the operator accepts it', async () => {
  const unprotected = gptDisk([[0, 0x0c, 8192]])
  await assert.rejects(inspectImage(bytesOf(unprotected).bytes), /does not protect/)
  const rules = { ...strictRules, requiresProtectiveRecord: false }
  assert.equal((await inspectImage(bytesOf(unprotected).bytes, rules)).format, 'gpt')
})

test('a qcow2 with endlessly repeated tables is refused after a bounded number of reads', async () => {
  const image = qcow2({ virtualSize: 2n ** 40n })
  const l1 = 3 * 65_536
  for (let at = l1; at < l1 + 2048 * 8; at += 8) image.writeBigUInt64BE(BigInt(4 * 65_536), at)
  const { bytes, read } = bytesOf(image)
  await assert.rejects(inspectImage(bytes), /more tables than the file holds/)
  assert.ok(read() < 2 * image.length, `${read()} bytes were read of ${image.length}`)
})

const skip = missingProgram('qemu-img')

const fileIn = async (t: TestContext): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-image-format-'))
  t.after(() => rm(directory, { recursive: true }))
  return join(directory, 'image')
}

for (const [format, driver, ...options] of [
  ['qcow2', 'qcow2'],
  ['qcow2', 'qcow2', '-o', 'compat=0.10'],
  ['qcow2', 'qcow2', '-o', 'cluster_size=512'],
  ['qcow2', 'qcow2', '-o', 'extended_l2=on'],
  ['qcow2', 'qcow2', '-c'],
  ['vmdk', 'vmdk'],
  ['vmdk', 'vmdk', '-o', 'subformat=streamOptimized'],
  ['vhd', 'vpc'],
  ['vhd', 'vpc', '-o', 'subformat=fixed'],
  ['vhdx', 'vhdx'],
  ['vdi', 'vdi'],
  ['vdi', 'vdi', '-o', 'static=on'],
] as const)
  test(`an image that qemu-img makes as ${[driver, ...options].join(' ')} is accepted, and half of it refused`, {
    skip,
  }, async (t) => {
    const path = await fileIn(t)
    // A hole, then data, up to a length that is no multiple of the cluster size.
    await writeFile(`${path}.raw`, Buffer.concat([Buffer.alloc(4 * 1024 ** 2), Buffer.alloc(1_000_448, 'x')]))
    const args = ['convert', '-f', 'raw', '-O', driver, ...options, `${path}.raw`, path]
    execFileSync('qemu-img', args)
    const info = JSON.parse(
      execFileSync('qemu-img', ['info', '--output=json', '-f', driver, path]).toString(),
    )
    await using file = await open(path)
    const bytes = await bytesOfFile(file)
    const inspected = await inspectImage(bytes)
    assert.deepEqual(inspected, { format, virtualSize: info['virtual-size'] })
    const cut: ImageBytes = { ...bytes, size: Math.floor(bytes.size / 2) }
    await assert.rejects(judgeBytes(format, cut), (error) => isFault(error))
  })

for (const [format, driver] of [
  ['qcow2', 'qcow2'],
  ['vmdk', 'vmdk'],
  ['vhd', 'vpc'],
  ['vdi', 'vdi'],
] as const)
  test(`qemu-img can read the ${format} images of these tests too`, { skip }, async (t) => {
    const path = await fileIn(t)
    for (const { what, data } of honestImages.filter((image) => image.format === format)) {
      await writeFile(path, data)
      const args = ['convert', '-f', driver, '-O', 'raw', path, `${path}.raw`]
      assert.doesNotThrow(() => execFileSync('qemu-img', args, { stdio: 'pipe' }), what)
    }
  })
