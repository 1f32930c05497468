import { mkdir, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CephAccess, qemuNodeOf, specOf } from '@nimbo/ceph/ceph-access'
import { rbdConnection } from '@nimbo/ceph/connection'
import { readRbd } from '@nimbo/ceph/rbd-streams'
import { runThroughImage } from '@nimbo/ceph/run-ceph'
import { imageConverter } from '@nimbo/image-conversion/image-converter'
import { type Log, silentLog } from '@nimbo/kernel/log'
import type { VolumeBackend, VolumeConnection, VolumeLocks } from '@nimbo/volume/driver/volume-backend'
import { type DiskNode, fileNode } from '@nimbo/volume-content/disk-node'
import { imageToRaw } from '@nimbo/volume-content/image-to-raw'
import { fillLockedDisk, makeLockedDisk } from '@nimbo/volume-content/locked-disk'
import type { VolumeLock } from '@nimbo/volume-content/qemu-secrets'
import { recryptDisk } from '@nimbo/volume-content/recrypt-disk'
import { rbdCapacity } from './rbd-capacity.ts'
import { existingImages } from './rbd-existing.ts'
import { rbdExports } from './rbd-exports.ts'
import { cloneOfImage } from './rbd-image-clones.ts'
import { nameOf, snapshotOf } from './rbd-names.ts'
import { rbdPool, snapshotOfCopy } from './rbd-pool.ts'

export interface RbdVolumesOptions {
  readonly access: CephAccess
  readonly pool: string
  /** The UUID of the libvirt secret in which hypervisors keep the user's key. */
  readonly secretUuid?: string
  /** The directory for disks that are made here before they go to Ceph; by default the system's temporary directory. */
  readonly conversionDirectory?: string
  readonly log?: Log
}

const gibibyte = 1024 ** 3
const privateMode = 0o700

/** The name of an unfinished image, which is renamed when it is complete. */
const partOf = (name: string): string => `${name}.part`

/** A volume that another back end, or this one, has exported to this host. */
const sourceNode = (connection: VolumeConnection): DiskNode => {
  const there = rbdConnection(connection)
  if (there !== undefined) return qemuNodeOf(there.access, there.image)
  const { device_path: path } = connection.data
  if (connection.driver_volume_type !== 'file' || typeof path !== 'string')
    throw new Error(
      `a volume of RBD cannot be read from a connection of type ${connection.driver_volume_type}`,
    )
  return fileNode(path)
}

/**
 * Volumes as RBD images of a Ceph pool. Snapshots and copies are copy-on-write; guests access volumes through QEMU's RBD driver.
 */
export const rbdVolumes = ({
  access,
  pool,
  secretUuid,
  conversionDirectory = tmpdir(),
  log = silentLog,
}: RbdVolumesOptions): VolumeBackend => {
  const images = rbdPool(access, pool)
  const converter = imageConverter({ log })

  /** Lets `make` fill an image that then becomes the volume; a failed or repeated call leaves nothing incomplete. */
  const place = async (id: string, sizeGb: number, make: (part: string) => Promise<void>): Promise<void> => {
    const part = partOf(nameOf(id))
    await images.remove(part)
    try {
      await make(part)
      await images.grow(part, sizeGb)
      await images.remove(nameOf(id))
      await images.rename(part, nameOf(id))
    } catch (error) {
      // A leftover is removed by the next attempt; the original error matters more.
      await images.remove(part).catch(() => {})
      throw error
    }
  }

  const takeIn = (path: string, part: string): Promise<void> =>
    runThroughImage(access, ['import', path, specOf({ pool, name: part })])

  /** Makes an image of an empty encrypted disk. Only its header goes to Ceph, however large it is. */
  const createLocked = async (
    part: string,
    {
      directory,
      sizeGb,
      lock,
    }: { readonly directory: string; readonly sizeGb: number; readonly lock: VolumeLock },
  ): Promise<void> => {
    const disk = join(directory, 'disk')
    await truncate(disk, await makeLockedDisk(disk, sizeGb, lock))
    await takeIn(disk, part)
    await images.grow(part, sizeGb)
  }

  /**
   * The directory for intermediate disks. It is named after the volume, so that the next attempt finds and removes what a killed
   * process left behind.
   */
  const directoryOf = (id: string): string => join(conversionDirectory, `nimbo-rbd-${pool}-${nameOf(id)}`)

  const inDirectory = async (id: string, work: (directory: string) => Promise<void>): Promise<void> => {
    const directory = directoryOf(id)
    await rm(directory, { recursive: true, force: true })
    await mkdir(directory, privateMode)
    try {
      await work(directory)
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  }

  const copyFrom = async (
    connection: VolumeConnection,
    { id, part, sizeGb }: { readonly id: string; readonly part: string; readonly sizeGb: number },
    { from, to }: VolumeLocks = {},
  ): Promise<void> => {
    const source = sourceNode(connection)
    if (to) await inDirectory(id, (directory) => createLocked(part, { directory, sizeGb, lock: to }))
    else await images.create(part, sizeGb)
    const disk = qemuNodeOf(access, { pool, name: part })
    await recryptDisk({ from: { disk: source, lock: from }, to: { disk, lock: to } })
  }

  return {
    name: 'rbd',
    protocol: 'ceph',
    volumes: {
      create: async (id, sizeGb, lock) => {
        if (!lock) return images.create(nameOf(id), sizeGb)
        if ((await images.sizeOf(nameOf(id))) !== undefined) return
        await inDirectory(id, (directory) =>
          place(id, sizeGb, (part) => createLocked(part, { directory, sizeGb, lock })),
        )
      },
      createFromImage: async (id, image, sizeGb, lock) => {
        await inDirectory(id, async (directory) => {
          const clear = join(directory, 'clear')
          const disk = join(directory, 'disk')
          const header = lock ? await makeLockedDisk(disk, sizeGb, lock) : 0
          await imageToRaw(converter, image, { target: clear, most: sizeGb * gibibyte - header })
          if (lock) await fillLockedDisk(clear, disk, lock)
          await place(id, sizeGb, (part) => takeIn(lock ? disk : clear, part))
        })
      },
      cloneImage: cloneOfImage(access, images),
      createFromVolume: async (id, sourceId, sizeGb) => {
        const snapshot = snapshotOfCopy(id)
        await images.takeSnapshot(nameOf(sourceId), snapshot)
        try {
          await images.clone({ name: nameOf(sourceId), snapshot }, nameOf(id))
        } finally {
          // The clone stays intact without the snapshot.
          await images.dropSnapshot(nameOf(sourceId), snapshot)
        }
        await images.grow(nameOf(id), sizeGb)
      },
      createFromConnection: (id, connection, sizeGb, locks) =>
        place(id, sizeGb, (part) => copyFrom(connection, { id, part, sizeGb }, locks)),
      extend: (id, sizeGb) => images.grow(nameOf(id), sizeGb),
      read: async (id) => readRbd(access, { pool, name: nameOf(id) }),
      remove: async (id) => {
        await rm(directoryOf(id), { recursive: true, force: true })
        await images.remove(partOf(nameOf(id)))
        if (!(await images.remove(nameOf(id)))) await images.endRemoval(nameOf(id))
      },
    },
    snapshots: {
      create: (id, volumeId) => images.takeSnapshot(nameOf(volumeId), snapshotOf(id)),
      createVolume: async (volumeId, snapshotId, sizeGb, ofVolumeId) => {
        await images.clone({ name: nameOf(ofVolumeId), snapshot: snapshotOf(snapshotId) }, nameOf(volumeId))
        await images.grow(nameOf(volumeId), sizeGb)
      },
      revert: (volumeId, snapshotId) => images.rollBack(nameOf(volumeId), snapshotOf(snapshotId)),
      remove: (id, volumeId) => images.dropSnapshot(nameOf(volumeId), snapshotOf(id)),
    },
    exports: rbdExports(access, images, secretUuid),
    existing: existingImages(access, images),
    capacity: () => rbdCapacity(access, pool),
  }
}
