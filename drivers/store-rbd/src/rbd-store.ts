import { Readable } from 'node:stream'
import { type CephAccess, type RbdImage, specOf } from '@nimbo/ceph/ceph-access'
import { readPart } from '@nimbo/ceph/read-part'
import { rbdSize } from '@nimbo/ceph/rbd-size'
import { importRbd, readRbd } from '@nimbo/ceph/rbd-streams'
import { rbdTrash } from '@nimbo/ceph/rbd-trash'
import { removeRbd } from '@nimbo/ceph/remove-rbd'
import { cephCodes, runCeph } from '@nimbo/ceph/run-ceph'
import { endedBy, unlessCode } from '@nimbo/ceph/unless-code'
import type { ByteRange, ImageStore } from '@nimbo/image/driver/image-store'

export interface RbdStoreOptions {
  readonly access: CephAccess
  readonly pool: string
  /** The cluster's fsid, which is part of the URLs of images. */
  readonly fsid: string
}

const idPattern = /^[0-9a-f-]{32,36}$/

/** The snapshot's name in Glance, from which Cinder clones volumes. */
const snapshot = 'snap'

/** Bytes per read of a range. */
const pieceBytes = 16 * 1024 * 1024

/** Stores images as RBD images of a Ceph pool, each with a snapshot from which volumes can be cloned without copying. */
export const rbdStore = ({ access, pool, fsid }: RbdStoreOptions): ImageStore => {
  const imageOf = (id: string): RbdImage => {
    if (!idPattern.test(id)) throw new Error(`${id} is not the id of an image`)
    return { pool, name: id }
  }
  const partOf = (id: string): RbdImage => ({ pool, name: `${imageOf(id).name}.part` })
  const rbd = (args: readonly string[]): Promise<string> => runCeph(access, 'rbd', args)
  const trash = rbdTrash(access)

  /**
   * Resolves to whether there was one. Volumes cloned from the image stay intact: it then waits in the trash until the last clone is
   * deleted.
   */
  const remove = async (image: RbdImage): Promise<boolean> => {
    await unlessCode(rbd(['snap', 'rm', '--no-progress', specOf({ ...image, snapshot })]), cephCodes.missing)
    try {
      await removeRbd(access, image)
    } catch (error) {
      if (endedBy(error, cephCodes.missing)) return false
      if (!endedBy(error, cephCodes.notEmpty)) throw error
      await trash.take(image)
    }
    return true
  }

  const readRange = async function* (image: RbdImage, { first, last }: ByteRange): AsyncGenerator<Buffer> {
    for (let at = first; at <= last; at += pieceBytes)
      yield await readPart(access, image, at, Math.min(pieceBytes, last + 1 - at))
  }

  return {
    type: 'rbd',
    properties: { pool, thin_provisioning: true },
    urlOf: (id) => `rbd://${fsid}/${pool}/${imageOf(id).name}/${snapshot}`,
    write: async (id, data) => {
      const part = partOf(id)
      await remove(part)
      try {
        await importRbd(access, part, data)
        // Before it is renamed, so that an image under its name is always complete, and a failed one is removed below.
        await rbd(['snap', 'create', '--no-progress', specOf({ ...part, snapshot })])
        await remove(imageOf(id))
        await rbd(['rename', specOf(part), specOf(imageOf(id))])
      } catch (error) {
        // A leftover is removed by the next attempt; the original error matters more.
        await remove(part).catch(() => {})
        throw error
      }
    },
    read: async (id, range) => {
      const image = imageOf(id)
      // Fails at once if the image does not exist, not when the first chunk is read.
      await rbdSize(access, image)
      return range === undefined
        ? readRbd(access, image)
        : Readable.from(readRange(image, range), { objectMode: false })
    },
    open: async (id) => {
      const image = imageOf(id)
      const size = await rbdSize(access, image)
      return {
        size,
        // QEMU's programs read whole sectors, and the last one may extend beyond the end of the image.
        read: (offset, length) => readPart(access, image, offset, Math.min(length, size - offset)),
        [Symbol.asyncDispose]: async () => {},
      }
    },
    remove: async (id) => {
      await remove(partOf(id))
      if (!(await remove(imageOf(id)))) await trash.clearAfter(imageOf(id))
    },
  }
}
