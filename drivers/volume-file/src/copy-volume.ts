import { open, rm, stat } from 'node:fs/promises'
import { privateMode } from '@nimbo/volume-content/sparse-file'
import { copyDisk, reflinkDisk } from './copy-disk.ts'
import type { NbdExports } from './nbd/nbd-exports.ts'
import type { VolumeFiles } from './volume-files.ts'

/** Copies a volume to a new file. Of an exported volume, the copy is the volume at one point in time. */
export type CopyVolume = (volumeId: string, to: string) => Promise<void>

const makeEmpty = async (path: string, bytes: number): Promise<void> => {
  await using file = await open(path, 'wx', privateMode)
  await file.truncate(bytes)
}

const sync = async (path: string): Promise<void> => {
  await using file = await open(path, 'r+')
  await file.sync()
}

/** A reflink is one point in time; where the file system has none, the daemon that exports a volume copies it. */
export const volumeCopier =
  (files: VolumeFiles, exported: Pick<NbdExports, 'copy'> | undefined): CopyVolume =>
  async (volumeId, to) => {
    const from = files.volume(volumeId)
    if (exported === undefined) return copyDisk(from, to)
    if (await reflinkDisk(from, to)) return
    await makeEmpty(to, (await stat(from)).size)
    if (await exported.copy(volumeId, to, to)) return sync(to)
    await rm(to)
    await copyDisk(from, to)
  }
