import { rm } from 'node:fs/promises'
import type { RescuesServers } from '@nimbo/compute/driver/hypervisor'
import { makeRescueDisk } from '@nimbo/local-guests/rescue-disk'
import type { DriverDeps } from './driver-deps.ts'
import { guestPaths } from './guest-paths.ts'
import { startGuest } from './start-guest.ts'

/** Boots servers from a rescue disk, and from their own disks again. */
export const rescuesServers = (deps: DriverDeps): RescuesServers => {
  const start = startGuest(deps)
  return {
    rescue: async (order) => {
      await deps.guests.unplug(order.id)
      await makeRescueDisk(order, guestPaths(deps.instancesDir, order.id))
      await start(order)
    },
    unrescue: async (order) => {
      await deps.guests.unplug(order.id)
      await start(order)
      await rm(guestPaths(deps.instancesDir, order.id).rescueDisk, { force: true })
    },
  }
}
