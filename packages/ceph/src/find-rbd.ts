import type { CephAccess, RbdImage } from './ceph-access.ts'
import { type RbdById, type RbdInfo, rbdInfo } from './rbd-info.ts'
import { cephCodes } from './run-ceph.ts'
import { endedBy } from './unless-code.ts'

/** Ceph's information about an image; undefined if it does not exist. */
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
