import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import { isFault } from '@nimbo/kernel/errors'
import { quiescingOf } from '../../domain/images/quiescing.ts'
import { type AtThatMoment, atAnyMoment } from '../../driver/copies-disks.ts'
import { powerStates } from '../../driver/hypervisor.ts'
import type { QuiescesGuests } from '../../driver/quiesces-guests.ts'
import type { OperationDeps } from './operation-deps.ts'
import { quiescesServer } from './quiesces-server.ts'
import { thawIfPossible, thawMarked } from './thaw-left.ts'

type Deps = Pick<OperationDeps, 'hypervisor' | 'directories' | 'clock' | 'log'>
type Server = Pick<HostedServer, 'id' | 'imageProperties'>

const without = 'the disk of a guest is copied without freezing its file systems'

/**
 * Has a running guest frozen at the moment that a copy of its disk shows, if its image offers or requires that. Thaws it
 * whatever happens: the mark on the host's disk tells a later process of the agent. Throws, before anything is copied,
 * when quiescing is required and the guest has no agent.
 */
export const quietMoment =
  (deps: Deps) =>
  async (server: Server): Promise<AtThatMoment> => {
    const { agent, required } = quiescingOf(server.imageProperties)
    if (!agent && !required) return atAnyMoment
    const power = await deps.hypervisor.power.powerState(server.id)
    if (power !== powerStates.running && power !== powerStates.paused) return atAnyMoment
    const quiesces = offered(deps, server, required)
    if (quiesces === undefined) return atAnyMoment
    return async (moment) => {
      // Otherwise the agent of a guest that an earlier attempt left frozen refuses.
      await thawIfPossible(deps)(server.id)
      const frozen = await freeze(deps, quiesces, { id: server.id, required })
      try {
        await moment()
      } finally {
        if (frozen) await thawMarked(deps)(server.id)
      }
    }
  }

/** Whether the guest is frozen now; throws if it has to be and is not. */
const freeze = async (
  deps: Deps,
  quiesces: QuiescesGuests,
  { id, required }: { readonly id: HostedServer['id']; readonly required: boolean },
): Promise<boolean> => {
  await deps.directories.markFrozen(id)
  try {
    await quiesces.freeze(id)
    return true
  } catch (error) {
    // It may be frozen all the same, and only the answer lost.
    await thawIfPossible(deps)(id)
    if (required) throw error
    deps.log.info({ serverId: id, error }, without)
    return false
  }
}

const offered = (deps: Deps, server: Server, required: boolean) => {
  try {
    return quiescesServer(deps, server)
  } catch (error) {
    if (required || !isFault(error)) throw error
    deps.log.info({ serverId: server.id, error }, without)
    return undefined
  }
}
