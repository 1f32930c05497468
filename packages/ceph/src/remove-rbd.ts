import { type CephAccess, type RbdImage, specOf } from './ceph-access.ts'
import { onceClosed } from './once-closed.ts'
import { runThroughImage } from './run-ceph.ts'

/**
 * Deletes an image, waiting a while for a killed client that had it open. Rejects with the code `missing` if there is none, with
 * `notEmpty` if it has snapshots or clones, and with `busy` if a client keeps it open.
 */
export const removeRbd = async (access: CephAccess, image: RbdImage): Promise<void> => {
  await onceClosed(() => runThroughImage(access, ['rm', specOf(image)]))
}
