import { createReadStream } from 'node:fs'
import { mkdir, rm, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type ImageConverter, imageConverter } from '@nimbo/image-conversion/image-converter'
import { type Log, silentLog } from '@nimbo/kernel/log'
import type { ImageContent, VolumeBackend, VolumeLock } from '@nimbo/volume/driver/volume-backend'
import { connectedSource } from './connected-source.ts'
import { copyDisk } from './copy-disk.ts'
import { volumeCopier } from './copy-volume.ts'
import { nbdExports, type NbdOptions } from './nbd/nbd-exports.ts'
import { pathExports } from './path-exports.ts'
import { snapshotsInUse } from './snapshots-in-use.ts'
import { existingFiles } from './existing-files.ts'
import { fileNode } from '@nimbo/volume-content/disk-node'
import { imageToRaw } from '@nimbo/volume-content/image-to-raw'
import { fillLockedDisk, makeLockedDisk } from '@nimbo/volume-content/locked-disk'
import { recryptDisk } from '@nimbo/volume-content/recrypt-disk'
import { growFile, makeSparseFile } from '@nimbo/volume-content/sparse-file'
import { clearFor, type VolumeFiles, volumeFiles } from './volume-files.ts'

export interface FileVolumesOptions {
  readonly directory: string
  readonly log?: Log
  /** Exports volumes over NBD; without it, hosts use the files by their paths. */
  readonly nbd?: NbdOptions
}

const gibibyte = 1024 ** 3

/**
 * The files are private to their owner, but the directory can be traversed by QEMU, which runs as another user and gets access to
 * single files.
 */
const enterable = { recursive: true, mode: 0o711 } as const

/**
 * Volumes as sparse raw files named by their ids, in one directory. Compute hosts use them over NBD, or have the directory at the
 * same path (on the same host, or on a shared file system). Copies are reflinks if the file system supports that.
 */
export const fileVolumes = ({ directory, log = silentLog, nbd }: FileVolumesOptions): VolumeBackend => {
  const files = volumeFiles(directory)
  const converter = imageConverter({ log })
  const fileOf = async (volumeId: string): Promise<string> => {
    const path = files.volume(volumeId)
    if (!(await files.exists(path))) throw new Error(`there is no file of volume ${volumeId}`)
    return path
  }
  const exported = nbd && nbdExports(nbd, { log, fileOf, pathOf: files.volume })
  const copyVolume = volumeCopier(files, exported)
  return {
    name: 'file',
    protocol: exported === undefined ? 'file' : 'nbd',
    volumes: {
      create: async (id, sizeGb, lock) => {
        const path = files.volume(id)
        if (await files.exists(path)) return
        await mkdir(directory, enterable)
        await files.place(path, async (temporary) => {
          if (lock) await makeLockedDisk(temporary, sizeGb, lock)
          else await makeSparseFile(temporary, sizeGb)
        })
      },
      createFromImage: async (id, image, sizeGb, lock) => {
        await mkdir(directory, enterable)
        await files.place(files.volume(id), async (temporary) => {
          if (lock) return fromImageLocked(converter, image, { target: temporary, sizeGb, lock })
          await imageToRaw(converter, image, { target: temporary, most: sizeGb * gibibyte })
          await growFile(temporary, sizeGb)
        })
      },
      createFromVolume: (id, sourceId, sizeGb) =>
        copyTo(files, files.volume(id), (temporary) => copyVolume(sourceId, temporary), sizeGb),
      createFromConnection: (id, connection, sizeGb, locks) => {
        const { disk, objects, path } = connectedSource(connection, nbd?.target?.certificates)
        if (locks === undefined && path !== undefined) return copy(files, path, files.volume(id), sizeGb)
        const { from, to } = locks ?? {}
        return copyTo(files, files.volume(id), async (temporary) => {
          if (to) await makeLockedDisk(temporary, sizeGb, to)
          else await makeSparseFile(temporary, sizeGb)
          const target = { disk: fileNode(temporary), lock: to }
          await recryptDisk({ from: { disk, lock: from }, to: target, objects })
        })
      },
      read: async (id) => createReadStream(files.volume(id), { highWaterMark: 1_048_576 }),
      extend: async (id, sizeGb) => {
        await growFile(files.volume(id), sizeGb)
        await exported?.grown(id)
      },
      remove: async (id) => {
        await exported?.drop(id)
        await files.remove(files.volume(id))
      },
    },
    snapshots: {
      create: (id, volumeId) =>
        copyTo(files, files.snapshot(id), (temporary) => copyVolume(volumeId, temporary)),
      // With NBD, a snapshot is one point in time also where a guest writes.
      ...(exported === undefined ? snapshotsInUse(files) : {}),
      createVolume: (volumeId, snapshotId, sizeGb) =>
        copy(files, files.snapshot(snapshotId), files.volume(volumeId), sizeGb),
      // The copy replaces the volume atomically: its content is either the old one or the snapshot's.
      revert: (volumeId, snapshotId) => copy(files, files.snapshot(snapshotId), files.volume(volumeId)),
      remove: (id) => files.remove(files.snapshot(id)),
    },
    exports: exported ?? pathExports(fileOf),
    existing: existingFiles(directory, files, exported?.renamed),
    capacity: async () => {
      await mkdir(directory, enterable)
      const { bsize, blocks, bavail } = await statfs(directory)
      const gigabytes = (count: number): number => Math.floor(((count * bsize) / gibibyte) * 100) / 100
      return { totalGb: gigabytes(blocks), freeGb: gigabytes(bavail), thin: true }
    },
  }
}

/**
 * The unencrypted image is stored next to the volume only until it has been encrypted; it must fit into the volume minus the LUKS
 * header.
 */
const fromImageLocked = async (
  converter: ImageConverter,
  image: ImageContent,
  { target, sizeGb, lock }: { readonly target: string; readonly sizeGb: number; readonly lock: VolumeLock },
): Promise<void> => {
  const header = await makeLockedDisk(target, sizeGb, lock)
  const clear = clearFor(target)
  try {
    await imageToRaw(converter, image, { target: clear, most: sizeGb * gibibyte - header })
    await fillLockedDisk(clear, target, lock)
  } finally {
    await rm(clear, { force: true })
  }
}

/** Makes a disk atomically: it is complete or does not exist. Extends it to `sizeGb` if given. */
const copyTo = async (
  files: VolumeFiles,
  to: string,
  write: (temporary: string) => Promise<void>,
  sizeGb?: number,
): Promise<void> => {
  await mkdir(dirname(to), enterable)
  await files.place(to, async (temporary) => {
    await write(temporary)
    if (sizeGb !== undefined) await growFile(temporary, sizeGb)
  })
}

const copy = (files: VolumeFiles, from: string, to: string, sizeGb?: number): Promise<void> =>
  copyTo(files, to, (temporary) => copyDisk(from, temporary), sizeGb)
