import type { DomainRef } from '@nimbo/libvirt/wire-types'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import { pullThePlug } from '../stop-domain.ts'
import type { ContainerDeps } from './container-deps.ts'
import { unmountRoot } from './root-mounts.ts'

/** Ends a container at once and unmounts its disk. Idempotent. */
export const stopContainer = (deps: ContainerDeps) => {
  const unplug = pullThePlug(deps)
  return async (domain: DomainRef): Promise<void> => {
    await unplug(domain)
    await unmountRoot(serverPaths(deps.instancesDir, domain.uuid))
  }
}
