import type { Spawns } from '@nimbo/compute/driver/hypervisor'
import { asideDirectory } from '@nimbo/local-guests/disks-aside'
import type { DriverDeps } from './driver-deps.ts'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import { removeServerDirectory } from '@nimbo/local-guests/server-directory'
import { pullThePlug } from './stop-domain.ts'
import { tpmStates } from './tpm-state.ts'
import { undefineDomain } from './undefine.ts'

/** Removes the domain and the server's directory, or does with the directory what `leave` does. Idempotent. */
export const destroyServer = (
  deps: DriverDeps,
  leave: typeof removeServerDirectory = removeServerDirectory,
): Spawns['destroy'] => {
  const unplug = pullThePlug(deps)
  const undefine = undefineDomain(deps)
  const tpms = tpmStates(deps)
  return async (id) => {
    const { directory } = serverPaths(deps.instancesDir, id)
    const domain = await deps.domains.find(id)
    if (domain) {
      await unplug(domain)
      await undefine(domain)
    }
    await tpms.forget(id)
    await leave(directory, deps.host)
    await removeServerDirectory(asideDirectory(deps.instancesDir, id), deps.host)
  }
}
