import { type CephAccess, type RbdImage, specOf } from './ceph-access.ts'
import { runCeph } from './run-ceph.ts'

/** The size of an image in bytes. */
export const rbdSize = async (access: CephAccess, image: RbdImage): Promise<number> => {
  const said: { readonly size: number } = JSON.parse(
    await runCeph(access, 'rbd', ['info', '--format', 'json', specOf(image)]),
  )
  return said.size
}
