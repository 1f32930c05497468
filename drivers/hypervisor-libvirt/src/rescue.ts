import { rm } from 'node:fs/promises'
import type { RescuesServers } from '@nimbo/compute/driver/hypervisor'
import type { ServerId } from '@nimbo/kernel/ids'
import { makeRescueDisk } from '@nimbo/local-guests/rescue-disk'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import type { DriverDeps } from './driver-deps.ts'
import { injectsInto } from './injection.ts'
import { startDomain } from './start-domain.ts'
import { pullThePlug } from './stop-domain.ts'

/** Boots servers from a rescue disk, and from their own disks again. */
export const rescuesServers = (deps: DriverDeps): RescuesServers => {
  const start = startDomain(deps)
  const unplug = pullThePlug(deps)
  const inject = injectsInto(deps)
  const end = async (id: ServerId): Promise<void> => {
    const domain = await deps.domains.find(id)
    if (domain !== undefined) await unplug(domain)
  }
  return {
    rescue: async (order) => {
      await end(order.id)
      await makeRescueDisk(order, serverPaths(deps.instancesDir, order.id), inject(order))
      await start(order)
    },
    unrescue: async (order) => {
      await end(order.id)
      await start(order)
      await rm(serverPaths(deps.instancesDir, order.id).rescueDisk, { force: true })
    },
  }
}
