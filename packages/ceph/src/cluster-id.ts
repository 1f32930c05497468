import type { CephAccess } from './ceph-access.ts'
import { runCeph } from './run-ceph.ts'

/** The cluster's fsid. */
export const clusterId = async (access: CephAccess): Promise<string> => {
  const said: { readonly fsid: string } = JSON.parse(
    await runCeph(access, 'ceph', ['mon', 'dump', '--format', 'json']),
  )
  return said.fsid
}
