import { internalContext } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import { overdueInstances } from '../../db/servers/overdue-instances.ts'
import { act } from './act.ts'
import type { ActionDeps } from './action-deps.ts'
import type { ComputeApiDeps } from '../app.ts'
import { askEachCell } from '../every-cell.ts'

type Deps = ActionDeps & Pick<ComputeApiDeps, 'config'>

/** How many rescues are ended per run; the next run ends the rest. */
const mostAtOnce = 100

/** Ends rescues that lasted longer than `rescue_timeout`; every change of such a server prolongs its rescue. */
export const unrescueOld = (deps: Deps) => {
  const { clock, config, log } = deps
  const perform = act(deps)
  return async (): Promise<void> => {
    const until = new Date(clock.now() - config.DEFAULT.rescue_timeout * 1000).toISOString()
    const cells = await askEachCell(deps, (cell) => overdueInstances(cell).rescuedUntil(until, mostAtOnce))
    for (const { cellId, answer: rescued = [] } of cells)
      for (const server of rescued) {
        const ctx = { ...internalContext(), userId: server.userId, projectId: server.projectId }
        await perform(ctx, { server, cellId }, 'unrescue').catch((error: unknown) => {
          if (!isFault(error)) throw error
          log.warn({ serverId: server.id, error }, 'an overdue rescue could not be ended')
        })
      }
  }
}
