import { Readable } from 'node:stream'
import { type CephAccess, type RbdImage, specOf } from '@nimbo/ceph/ceph-access'
import { readPart } from '@nimbo/ceph/read-part'
import { rbdSize } from '@nimbo/ceph/rbd-size'
import { importRbd, readRbd } from '@nimbo/ceph/rbd-streams'
import { cephCodes, copyMs, runCeph } from '@nimbo/ceph/run-ceph'
import { endedBy, unlessCode } from '@nimbo/ceph/unless-code'
import type { ByteRange, ImageStore } from '@nimbo/image/driver/image-store'

export interface RbdStoreOptions {
  readonly access: CephAccess
  readonly pool: string
  /** The cluster's id, which is part of the addresses of images. */
  readonly fsid: string
}

const idPattern = /^[0-9a-f-]{32,36}$/

/** By this name Glance's images are shared with volumes. */
const snapshot = 'snap'

/** What is read at once in one piece. */
const pieceBytes = 16 * 1024 * 1024

/** Keeps images as images of a pool of Ceph, each with a snapshot, of which volumes can be made without a copy. */
export const rbdStore = ({ access, pool, fsid }: RbdStoreOptions): ImageStore => {
  const imageOf = (id: string): RbdImage => {
    if (!idPattern.test(id)) throw new Error(`${id} is not the id of an image`)
    return { pool, name: id }
  }
  const partOf = (id: string): RbdImage => ({ pool, name: `${imageOf(id).name}.part` })
  const rbd = (args: readonly string[], timeoutMs?: number): Promise<string> =>
    runCeph(access, 'rbd', args, timeoutMs)

  /** Volumes that share with it live on: it waits in the trash for the last of them to go. */
  const remove = async (image: RbdImage): Promise<void> => {
    const spec = specOf(image)
    await unlessCode(rbd(['snap', 'rm', '--no-progress', specOf({ ...image, snapshot })]), cephCodes.missing)
    try {
      await rbd(['rm', '--no-progress', spec], copyMs)
    } catch (error) {
      if (endedBy(error, cephCodes.missing)) return
      if (!endedBy(error, cephCodes.notEmpty)) throw error
      await rbd(['trash', 'mv', spec])
    }
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
        await remove(imageOf(id))
        await rbd(['rename', specOf(part), specOf(imageOf(id))])
        await rbd(['snap', 'create', '--no-progress', specOf({ ...imageOf(id), snapshot })])
      } catch (error) {
        // What stays of it goes at the next try; why this one failed counts more.
        await remove(part).catch(() => {})
        throw error
      }
    },
    read: async (id, range) => {
      const image = imageOf(id)
      // That there is none is said now, and not when the first byte is asked for.
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
        // QEMU's programs see whole sectors, of which the last may be longer than the image.
        read: (offset, length) => readPart(access, image, offset, Math.min(length, size - offset)),
        [Symbol.asyncDispose]: async () => {},
      }
    },
    remove: async (id) => {
      for (const image of [partOf(id), imageOf(id)]) await remove(image)
    },
  }
}
