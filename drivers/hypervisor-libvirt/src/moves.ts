import { type MovesServers, powerStates, type SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { vtpmOf } from '@nimbo/contracts/compute/vtpm'
import type { ServerId } from '@nimbo/kernel/ids'
import { movesByFiles } from '@nimbo/local-guests/moves-by-files'
import type { DriverDeps } from './driver-deps.ts'
import { powersServers } from './power.ts'
import { defineDomain, startDomain } from './start-domain.ts'
import { pullThePlug } from './stop-domain.ts'
import { tpmStates } from './tpm-state.ts'
import { undefineDomain } from './undefine.ts'
import { volumeSecrets } from './volume-secrets.ts'

/** Moves servers by copying their files. */
export const movesServers = (deps: DriverDeps): MovesServers => {
  const { domains, session } = deps
  const undefine = undefineDomain(deps)
  const power = powersServers(deps)
  const pullPlug = pullThePlug(deps)
  const define = defineDomain(deps)
  const tpms = tpmStates(deps)

  const unplug = async (id: ServerId) => {
    const domain = await domains.find(id)
    if (domain !== undefined) await pullPlug(domain)
    return domain
  }

  const moves = movesByFiles<SpawnOrder>(deps, {
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
      await tpms.forget(id)
    },
    define: async (order) => {
      await define(order)
    },
    start: startDomain(deps),
    elsewhere: {
      save: tpms.save,
      restore: (order, directory) => tpms.restore(order.id, vtpmOf(order), directory),
    },
  })
  return {
    ...moves,
    abandon: async (id) => {
      await moves.abandon(id)
      // The key of a server whose domain was never defined here.
      await volumeSecrets(session).forget(id)
    },
  }
}
