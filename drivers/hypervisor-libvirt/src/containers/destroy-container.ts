import type { Spawns } from '@nimbo/compute/driver/hypervisor'
import { errorCodes, isLibvirtError } from '@nimbo/libvirt/errors'
import { procedures } from '@nimbo/libvirt/procedures'
import { removeServerDirectory } from '@nimbo/local-guests/server-directory'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import type { ContainerDeps } from './container-deps.ts'
import { unmountRoot } from './root-mounts.ts'
import { stopContainer } from './stop-container.ts'

/** Removes a container with its files. Idempotent. */
export const destroyContainer = (deps: ContainerDeps): Spawns['destroy'] => {
  const { session, domains, instancesDir, host } = deps
  const stop = stopContainer(deps)
  return async (id) => {
    const domain = await domains.find(id)
    if (domain) {
      await stop(domain)
      try {
        await session.call(procedures.domainUndefineFlags, { domain, flags: 0 })
      } catch (error) {
        if (!isLibvirtError(error, errorCodes.noDomain)) throw error
      }
    }
    const paths = serverPaths(instancesDir, id)
    // Otherwise the files would be removed inside the mounted disk.
    await unmountRoot(paths)
    await removeServerDirectory(paths.directory, host)
  }
}
