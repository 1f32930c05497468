import type { CephAccess } from './ceph-access.ts'
import { runCeph } from './run-ceph.ts'

/** The id that a cluster has had since it was made. */
export const clusterId = async (access: CephAccess): Promise<string> => {
  const said: { readonly fsid: string } = JSON.parse(
    await runCeph(access, 'ceph', ['mon', 'dump', '--format', 'json']),
  )
  return said.fsid
}
