import { type CephAccess, type RbdImage, specOf } from './ceph-access.ts'
import { findRbd } from './find-rbd.ts'
import { rbdTrash } from './rbd-trash.ts'
import { removeRbd } from './remove-rbd.ts'
import { cephCodes, runCeph } from './run-ceph.ts'
import { endedBy, unlessCode } from './unless-code.ts'

const dropSnapshots = async (access: CephAccess, image: RbdImage, which: RegExp): Promise<void> => {
  const rbd = (...args: readonly string[]): Promise<string> => runCeph(access, 'rbd', ['snap', ...args])
  const listed: readonly { readonly name: string }[] = JSON.parse(
    await rbd('ls', '--format', 'json', specOf(image)),
  )
  for (const { name: snapshot } of listed)
    if (which.test(snapshot))
      await unlessCode(rbd('rm', '--no-progress', specOf({ ...image, snapshot })), cephCodes.missing)
}

/**
 * Deletes an image, with its snapshots whose names match `leftover`, and then the image in the trash that it was the last clone
 * of. An image that has clones itself is moved to the trash. Resolves to whether the image existed.
 */
export const removeOrTrash = async (
  access: CephAccess,
  image: RbdImage,
  leftover?: RegExp,
): Promise<boolean> => {
  const found = await findRbd(access, image)
  if (found === undefined) return false
  const trash = rbdTrash(access)
  try {
    await removeRbd(access, image)
  } catch (error) {
    if (endedBy(error, cephCodes.missing)) return false
    if (!endedBy(error, cephCodes.notEmpty)) throw error
    if (leftover) await dropSnapshots(access, image, leftover)
    await trash.take(image)
    return true
  }
  if (found.parent !== undefined) await trash.clear(found.parent)
  return true
}
