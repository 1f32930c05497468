import type { CephAccess, RbdImage } from './ceph-access.ts'
import { rbdInfo } from './rbd-info.ts'

/** The size of an image in bytes. */
export const rbdSize = async (access: CephAccess, image: RbdImage): Promise<number> =>
  (await rbdInfo(access, image)).size
