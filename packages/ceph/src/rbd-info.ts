import { type CephAccess, type RbdImage, specOf } from './ceph-access.ts'
import { runCeph } from './run-ceph.ts'

/** An image by its id, which stays the same in the trash. */
export interface RbdById {
  readonly pool: string
  readonly id: string
}

export interface RbdInfo {
  readonly id: string
  /** Bytes. */
  readonly size: number
  readonly features: readonly string[]
  /** The image that this one is a clone of. */
  readonly parent?: RbdById
}

const wordsOf = (image: RbdImage | RbdById): readonly string[] =>
  'id' in image ? ['--pool', image.pool, '--image-id', image.id] : [specOf(image)]

/** Ceph's information about an image. */
export const rbdInfo = async (access: CephAccess, image: RbdImage | RbdById): Promise<RbdInfo> =>
  JSON.parse(await runCeph(access, 'rbd', ['info', '--format', 'json', ...wordsOf(image)]))
