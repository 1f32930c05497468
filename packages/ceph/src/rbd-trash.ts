import { type CephAccess, type RbdImage, specOf } from './ceph-access.ts'
import { findRbd } from './find-rbd.ts'
import { onceClosed } from './once-closed.ts'
import type { RbdById } from './rbd-info.ts'
import { cephCodes, runCeph, runThroughImage } from './run-ceph.ts'
import { endedBy, unlessCode } from './unless-code.ts'

/** Images that were deleted while they had clones, and wait in the trash until the last of these is deleted. */
export interface RbdTrash {
  /** Moves an image to the trash, or deletes it at once if its clones no longer exist. Succeeds when the image does not exist. */
  take(image: RbdImage): Promise<void>
  /** Deletes an image in the trash unless it still has clones, and then, in the same way, the image that it was a clone of. */
  clear(image: RbdById): Promise<void>
  /**
   * Completes the deletion of this image after the process that deleted it was killed. Nothing records the image that it was a
   * clone of, so all deleted images in the trash of the pool are tried.
   */
  clearAfter(image: RbdImage): Promise<void>
}

interface Trashed {
  readonly id: string
  readonly name: string
}

/**
 * Marks deleted images, by which {@link RbdTrash.clearAfter} distinguishes them from images that an operator has put into the
 * trash.
 */
const deletedName = (name: string): string => `${name}.nimbo-deleted`

/** Whether the name is that of a deleted image, which is about to be moved to the trash. */
export const isDeletedName = (name: string): boolean => name.endsWith(deletedName(''))

/** Exit codes for images that stay: those with clones, those that a client keeps open, and those of others, such as Glance's. */
const staying = [cephCodes.notEmpty, cephCodes.busy, cephCodes.forbidden] as const

export const rbdTrash = (access: CephAccess): RbdTrash => {
  const rbd = (...args: readonly string[]): Promise<string> => runCeph(access, 'rbd', args)
  const list = async (pool: string): Promise<readonly Trashed[]> =>
    JSON.parse(await rbd('trash', 'ls', '--format', 'json', pool))

  const remove = async ({ pool, id }: RbdById): Promise<void> => {
    const parent = (await findRbd(access, { pool, id }))?.parent
    try {
      await onceClosed(() => runThroughImage(access, ['trash', 'rm', `${pool}/${id}`]))
    } catch (error) {
      // A concurrent deletion of another clone may have deleted it first.
      if (endedBy(error, cephCodes.missing, ...staying)) return
      throw error
    }
    if (parent !== undefined) await clear(parent)
  }

  const clear = async ({ pool, id }: RbdById): Promise<void> => {
    if ((await list(pool)).some((one) => one.id === id)) await remove({ pool, id })
  }

  const move = (image: RbdImage): Promise<void> =>
    unlessCode(
      onceClosed(() => rbd('trash', 'mv', specOf(image))),
      cephCodes.missing,
    )

  return {
    take: async (image) => {
      const found = await findRbd(access, image)
      if (found === undefined) return
      const deleted = { pool: image.pool, name: deletedName(image.name) }
      await rbd('rename', specOf(image), specOf(deleted))
      await move(deleted)
      // The last clone may have been deleted just before the image was in the trash.
      await remove({ pool: image.pool, id: found.id })
    },
    clear: (image) => unlessCode(clear(image), cephCodes.forbidden),
    clearAfter: async ({ pool, name }) => {
      await move({ pool, name: deletedName(name) })
      for (const one of await list(pool)) if (isDeletedName(one.name)) await remove({ pool, id: one.id })
    },
  }
}
