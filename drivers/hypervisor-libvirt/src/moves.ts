import { type MovesServers, powerStates, type SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import type { ServerId } from '@nimbo/kernel/ids'
import { movesByFiles } from '@nimbo/local-guests/moves-by-files'
import type { DriverDeps } from './driver-deps.ts'
import { powersServers } from './power.ts'
import { defineDomain, startDomain } from './start-domain.ts'
import { pullThePlug } from './stop-domain.ts'
import { undefineDomain } from './undefine.ts'

/** Moves servers by copying their files. */
export const movesServers = (deps: DriverDeps): MovesServers => {
  const { domains } = deps
  const undefine = undefineDomain(deps)
  const power = powersServers(deps)
  const pullPlug = pullThePlug(deps)
  const define = defineDomain(deps)

  const unplug = async (id: ServerId) => {
    const domain = await domains.find(id)
    if (domain !== undefined) await pullPlug(domain)
    return domain
  }

  return movesByFiles<SpawnOrder>(deps, {
    knows: async (id) => (await domains.find(id)) !== undefined,
    runs: async (id) => {
      const domain = await domains.find(id)
      return domain !== undefined && (await domains.power(domain)) === powerStates.running
    },
    powerOff: power.powerOff,
    powerOn: power.powerOn,
    unplug: async (id) => {
      await unplug(id)
    },
    forget: async (id) => {
      const domain = await unplug(id)
      if (domain !== undefined) await undefine(domain)
    },
    define: async (order) => {
      await define(order)
    },
    start: startDomain(deps),
  })
}
