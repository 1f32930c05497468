import { type CephAccess, type RbdImage, specOf } from './ceph-access.ts'
import { findRbd } from './find-rbd.ts'
import { onceClosed } from './once-closed.ts'
import type { RbdById } from './rbd-info.ts'
import { cephCodes, copyMs, runCeph } from './run-ceph.ts'
import { endedBy, unlessCode } from './unless-code.ts'

/** Images that were deleted while they had clones, and wait in the trash until the last of these is deleted. */
export interface RbdTrash {
  /** Puts an image there; succeeds when it is there. Deletes it at once where its clones are gone by now. */
  take(image: RbdImage): Promise<void>
  /** Deletes an image that waits there, unless it still has clones, and then what it was itself a clone of. */
  clear(image: RbdById): Promise<void>
  /** Does what is left to do after a process was killed that deleted this image, of which nothing says any more what it was a clone of. */
  clearAfter(image: RbdImage): Promise<void>
}

interface Trashed {
  readonly id: string
  readonly name: string
}

/** The name by which {@link RbdTrash.clearAfter} knows what was deleted from what an operator has put into the trash. */
const deletedName = (name: string): string => `${name}.nimbo-deleted`

/** Whether an image of this name is deleted, and is about to be in the trash. */
export const isDeletedName = (name: string): boolean => name.endsWith(deletedName(''))

/** An image that still has clones stays, as does one that a client keeps open, or that belongs to others, as Glance's may. */
const staying = [cephCodes.notEmpty, cephCodes.busy, cephCodes.forbidden] as const

export const rbdTrash = (access: CephAccess): RbdTrash => {
  const rbd = (...args: readonly string[]): Promise<string> => runCeph(access, 'rbd', args)
  const list = async (pool: string): Promise<readonly Trashed[]> =>
    JSON.parse(await rbd('trash', 'ls', '--format', 'json', pool))

  const remove = async ({ pool, id }: RbdById): Promise<void> => {
    const parent = (await findRbd(access, { pool, id }))?.parent
    try {
      await onceClosed(() =>
        runCeph(access, 'rbd', ['trash', 'rm', '--no-progress', `${pool}/${id}`], copyMs),
      )
    } catch (error) {
      // Whoever deletes another clone at the same time may have been first.
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
      // The last clone may have been deleted just before, when this was not in the trash yet.
      await remove({ pool: image.pool, id: found.id })
    },
    clear: (image) => unlessCode(clear(image), cephCodes.forbidden),
    clearAfter: async ({ pool, name }) => {
      await move({ pool, name: deletedName(name) })
      for (const one of await list(pool)) if (isDeletedName(one.name)) await remove({ pool, id: one.id })
    },
  }
}
