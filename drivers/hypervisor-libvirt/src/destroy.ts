import type { Spawns } from '@nimbo/compute/driver/hypervisor'
import { errorCodes, isLibvirtError } from '@nimbo/libvirt/errors'
import { undefineFlags } from '@nimbo/libvirt/flags'
import { procedures } from '@nimbo/libvirt/procedures'
import { asideDirectory } from '@nimbo/local-guests/disks-aside'
import type { DriverDeps } from './driver-deps.ts'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import { removeServerDirectory } from '@nimbo/local-guests/server-directory'
import { pullThePlug } from './stop-domain.ts'

/** A domain may have saved state, snapshots and UEFI variables; all go with it. */
export const withEverything =
  undefineFlags.managedSave |
  undefineFlags.snapshotsMetadata |
  undefineFlags.nvram |
  undefineFlags.checkpointsMetadata

/** Removes the domain and the server's directory. What is not there need not be removed. */
export const destroyServer = (deps: DriverDeps): Spawns['destroy'] => {
  const unplug = pullThePlug(deps)
  return async (id) => {
    const { directory } = serverPaths(deps.instancesDir, id)
    const domain = await deps.domains.find(id)
    if (domain) {
      await unplug(domain)
      try {
        await deps.session.call(procedures.domainUndefineFlags, { domain, flags: withEverything })
      } catch (error) {
        if (!isLibvirtError(error, errorCodes.noDomain)) throw error
      }
    }
    await removeServerDirectory(directory, deps.host)
    await removeServerDirectory(asideDirectory(deps.instancesDir, id), deps.host)
  }
}
