import { type MovesServers, powerStates, type SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import type { ServerId } from '@nimbo/kernel/ids'
import { errorCodes, isLibvirtError } from '@nimbo/libvirt/errors'
import { procedures } from '@nimbo/libvirt/procedures'
import { movesByFiles } from '@nimbo/local-guests/moves-by-files'
import { withEverything } from './destroy.ts'
import type { DriverDeps } from './driver-deps.ts'
import { powersServers } from './power.ts'
import { defineDomain, startDomain } from './start-domain.ts'
import { pullThePlug } from './stop-domain.ts'

/** Moves servers by their files. */
export const movesServers = (deps: DriverDeps): MovesServers => {
  const { domains, session } = deps
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
      if (domain === undefined) return
      try {
        await session.call(procedures.domainUndefineFlags, { domain, flags: withEverything })
      } catch (error) {
        if (!isLibvirtError(error, errorCodes.noDomain)) throw error
      }
    },
    define: async (order) => {
      await define(order)
    },
    start: startDomain(deps),
  })
}
