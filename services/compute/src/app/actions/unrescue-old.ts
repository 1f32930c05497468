import { internalContext } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import { cell0Id } from '../../db/cells/cell-mappings.ts'
import { overdueInstances } from '../../db/servers/overdue-instances.ts'
import { act } from './act.ts'
import type { ActionDeps } from './action-deps.ts'
import type { ComputeApiDeps } from '../app.ts'

type Deps = ActionDeps & Pick<ComputeApiDeps, 'config'>

/** How many are started from their own disks per run; the rest follow in the next. */
const mostAtOnce = 100

/** Ends rescues that lasted longer than `rescue_timeout`; whoever changes such a server prolongs its rescue. */
export const unrescueOld = (deps: Deps) => {
  const { databases, clock, config, log } = deps
  const perform = act(deps)
  return async (): Promise<void> => {
    const until = new Date(clock.now() - config.DEFAULT.rescue_timeout * 1000).toISOString()
    for (const { id: cellId } of await databases.cells()) {
      if (cellId === cell0Id) continue
      const rescued = await databases.ask(cellId, (cell) =>
        overdueInstances(cell).rescuedUntil(until, mostAtOnce),
      )
      for (const server of rescued) {
        const ctx = { ...internalContext(), userId: server.userId, projectId: server.projectId }
        await perform(ctx, { server, cellId }, 'unrescue').catch((error: unknown) => {
          if (!isFault(error)) throw error
          log.warn({ serverId: server.id, error }, 'a rescue was not ended by itself')
        })
      }
    }
  }
}
