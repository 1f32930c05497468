import { type CephAccess, specOf } from '@nimbo/ceph/ceph-access'
import { findRbd } from '@nimbo/ceph/find-rbd'
import { onceClosed } from '@nimbo/ceph/once-closed'
import { rbdTrash } from '@nimbo/ceph/rbd-trash'
import { removeOrTrash } from '@nimbo/ceph/remove-or-trash'
import { cephCodes, runCeph, runThroughImage } from '@nimbo/ceph/run-ceph'
import { endedBy, unlessCode } from '@nimbo/ceph/unless-code'

/** The RBD images of one pool, by name. Clones use clone format 2, so that their parent can be deleted before them. */
export interface RbdPool {
  readonly pool: string
  /** Succeeds when it exists. */
  create(name: string, sizeGb: number): Promise<void>
  /** Bytes; undefined if it does not exist. */
  sizeOf(name: string): Promise<number | undefined>
  /** Never shrinks, since that would lose data. */
  grow(name: string, sizeGb: number): Promise<void>
  /** Succeeds when it has the new name already. */
  rename(from: string, to: string): Promise<void>
  /** Creates a copy-on-write clone. Succeeds when it exists. */
  clone(from: { readonly name: string; readonly snapshot: string }, to: string): Promise<void>
  takeSnapshot(name: string, snapshot: string): Promise<void>
  /** Succeeds when it does not exist; its clones stay intact. */
  dropSnapshot(name: string, snapshot: string): Promise<void>
  /** Waits a while for a killed client that wrote; rejects with the code `locked` if a client keeps writing. */
  rollBack(name: string, snapshot: string): Promise<void>
  /** Resolves to whether there was one. An image with clones waits in the trash until the last one is deleted. */
  remove(name: string): Promise<boolean>
  /** Completes a removal that was interrupted because its process was killed. */
  endRemoval(name: string): Promise<void>
}

const gibibyte = 1024 ** 3

/** The name of the source's snapshot of which the volume with this id is a clone. */
export const snapshotOfCopy = (id: string): string => `copy-${id}`
const ofCopies = new RegExp(`^${snapshotOfCopy('')}`)

export const rbdPool = (access: CephAccess, pool: string): RbdPool => {
  const rbd = (args: readonly string[]): Promise<string> => runCeph(access, 'rbd', args)
  const spec = (name: string, snapshot?: string): string =>
    specOf({ pool, name, ...(snapshot === undefined ? {} : { snapshot }) })
  const infoOf = (name: string) => findRbd(access, { pool, name })
  return {
    pool,
    create: (name, sizeGb) =>
      unlessCode(rbd(['create', '--size', `${sizeGb}G`, spec(name)]), cephCodes.present),
    sizeOf: async (name) => (await infoOf(name))?.size,
    grow: async (name, sizeGb) => {
      const size = (await infoOf(name))?.size ?? 0
      if (size === sizeGb * gibibyte) return
      if (size > sizeGb * gibibyte) throw new Error(`${size} bytes do not fit into a volume of ${sizeGb} GB`)
      await rbd(['resize', '--no-progress', '--size', `${sizeGb}G`, spec(name)])
    },
    rename: async (from, to) => {
      try {
        await rbd(['rename', spec(from), spec(to)])
      } catch (error) {
        const isDone = endedBy(error, cephCodes.missing) && (await infoOf(to)) !== undefined
        if (!isDone) throw error
      }
    },
    clone: (from, to) => {
      const args = ['clone', '--rbd-default-clone-format', '2', spec(from.name, from.snapshot), spec(to)]
      return unlessCode(rbd(args), cephCodes.present)
    },
    takeSnapshot: (name, snapshot) =>
      unlessCode(rbd(['snap', 'create', '--no-progress', spec(name, snapshot)]), cephCodes.present),
    dropSnapshot: (name, snapshot) =>
      unlessCode(rbd(['snap', 'rm', '--no-progress', spec(name, snapshot)]), cephCodes.missing),
    rollBack: async (name, snapshot) => {
      // Ceph refuses this while a killed client still has the exclusive lock; with other changes it waits for that itself.
      await onceClosed(() => runThroughImage(access, ['snap', 'rollback', spec(name, snapshot)]))
    },
    remove: (name) => removeOrTrash(access, { pool, name }, ofCopies),
    endRemoval: (name) => rbdTrash(access).clearAfter({ pool, name }),
  }
}
