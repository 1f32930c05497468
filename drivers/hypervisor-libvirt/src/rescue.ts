import { rm } from 'node:fs/promises'
import type { RescuesServers } from '@nimbo/compute/driver/hypervisor'
import { makeOverlay } from '@nimbo/image-format/qcow2-overlay'
import type { ServerId } from '@nimbo/kernel/ids'
import type { DriverDeps } from './driver-deps.ts'
import { serverPaths } from './server-paths.ts'
import { startDomain } from './start-domain.ts'
import { pullThePlug } from './stop-domain.ts'

/** Starts servers from another disk and back. The rescue disk is a layer over an image, as a root disk is. */
export const rescuesServers = (deps: DriverDeps): RescuesServers => {
  const start = startDomain(deps)
  const unplug = pullThePlug(deps)
  const end = async (id: ServerId): Promise<void> => {
    const domain = await deps.domains.find(id)
    if (domain !== undefined) await unplug(domain)
  }
  return {
    rescue: async (order) => {
      const { rescueDisk } = serverPaths(deps.instancesDir, order.id)
      await end(order.id)
      await rm(rescueDisk, { force: true })
      if (order.rescueDisk !== undefined) {
        const { cachedImagePath: backingFile, cachedImageFormat: backingFormat, bytes } = order.rescueDisk
        await makeOverlay(rescueDisk, { backingFile, backingFormat, virtualSize: bytes })
      }
      await start(order)
    },
    unrescue: async (order) => {
      await end(order.id)
      await start(order)
      await rm(serverPaths(deps.instancesDir, order.id).rescueDisk, { force: true })
    },
  }
}
