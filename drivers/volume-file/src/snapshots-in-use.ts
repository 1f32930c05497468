import { open, rename, rm } from 'node:fs/promises'
import { privateMode } from '@nimbo/volume-content/sparse-file'
import type { MakesSnapshots } from '@nimbo/volume/driver/volume-backend'
import { reflinkDisk } from './copy-disk.ts'
import type { VolumeFiles } from './volume-files.ts'

const luksMagic = Buffer.from('LUKS\xba\xbe', 'latin1')
/** The position of the payload offset (in sectors) in the header of LUKS version 1. */
const payloadOffsetAt = 104
const sectorBytes = 512

/**
 * The size of the LUKS header of a volume in bytes; 0 if it is not encrypted with LUKS version 1. It does not change while a
 * guest writes.
 */
const headerBytes = (beginning: Buffer): number =>
  beginning.subarray(0, luksMagic.length).equals(luksMagic) && beginning.readUInt16BE(luksMagic.length) === 1
    ? beginning.readUInt32BE(payloadOffsetAt) * sectorBytes
    : 0

const readStart = async (file: Awaited<ReturnType<typeof open>>, length: number): Promise<Buffer> => {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, 0)
  return buffer.subarray(0, bytesRead)
}

/** Creates an empty file of the volume's size, with its LUKS header. */
const emptyLike = async (volume: string, path: string): Promise<void> => {
  await rm(path, { force: true })
  await using source = await open(volume)
  await using file = await open(path, 'wx', privateMode)
  await file.truncate((await source.stat()).size)
  const header = headerBytes(await readStart(source, sectorBytes))
  if (header > 0) await file.write(await readStart(source, header), 0, header, 0)
  await file.sync()
}

/**
 * Snapshots of volumes that guests write to: a reflink is one point in time; where the file system has none, `cp` would copy while
 * the guest writes, so the guest's QEMU has to do it.
 */
export const snapshotsInUse = (files: VolumeFiles): Required<Pick<MakesSnapshots, 'prepare' | 'keep'>> => ({
  prepare: async (id, volumeId) => {
    const [volume, snapshot] = [files.volume(volumeId), files.snapshot(id)]
    if (await files.exists(snapshot)) return undefined
    const part = files.part(snapshot)
    await rm(part, { force: true })
    if (await reflinkDisk(volume, part)) {
      await rename(part, snapshot)
      return undefined
    }
    await emptyLike(volume, part)
    return part
  },
  keep: async (id) => {
    const snapshot = files.snapshot(id)
    const part = files.part(snapshot)
    if (!(await files.exists(part))) {
      if (await files.exists(snapshot)) return
      throw new Error(`there is no copy for snapshot ${id}`)
    }
    await using file = await open(part, 'r+')
    await file.chmod(privateMode)
    await file.sync()
    await rename(part, snapshot)
  },
})
