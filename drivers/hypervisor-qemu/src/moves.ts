import { type MovesServers, powerStates, type SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { movesByFiles } from '@nimbo/local-guests/moves-by-files'
import type { DriverDeps } from './driver-deps.ts'
import { guestPaths } from './guest-paths.ts'
import { removeRecord } from './guest-record.ts'
import { powersServers } from './power.ts'
import { defineGuest, startGuest } from './start-guest.ts'

/** Moves servers by copying their files. */
export const movesServers = (deps: DriverDeps): MovesServers => {
  const { guests, instancesDir } = deps
  const power = powersServers(deps)
  const define = defineGuest(deps)
  return movesByFiles<SpawnOrder>(deps, {
    knows: guests.knows,
    runs: async (id) => (await guests.power(id)) === powerStates.running,
    powerOff: power.powerOff,
    powerOn: power.powerOn,
    unplug: guests.unplug,
    forget: async (id) => {
      await guests.unplug(id)
      await removeRecord(guestPaths(instancesDir, id))
    },
    define: async (order) => {
      await define(order)
    },
    start: startGuest(deps),
  })
}
