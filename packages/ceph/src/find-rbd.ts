import type { CephAccess, RbdImage } from './ceph-access.ts'
import { type RbdById, type RbdInfo, rbdInfo } from './rbd-info.ts'
import { cephCodes } from './run-ceph.ts'
import { endedBy } from './unless-code.ts'

/** What Ceph says of an image; undefined if there is none. */
export const findRbd = async (
  access: CephAccess,
  image: RbdImage | RbdById,
): Promise<RbdInfo | undefined> => {
  try {
    return await rbdInfo(access, image)
  } catch (error) {
    if (endedBy(error, cephCodes.missing)) return undefined
    throw error
  }
}
