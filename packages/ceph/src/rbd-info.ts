import { type CephAccess, type RbdImage, specOf } from './ceph-access.ts'
import { runCeph } from './run-ceph.ts'

export interface RbdInfo {
  /** Bytes. */
  readonly size: number
  readonly features: readonly string[]
}

/** What Ceph says of an image. */
export const rbdInfo = async (access: CephAccess, image: RbdImage): Promise<RbdInfo> =>
  JSON.parse(await runCeph(access, 'rbd', ['info', '--format', 'json', specOf(image)]))
