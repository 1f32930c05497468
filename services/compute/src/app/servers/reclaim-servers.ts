import { internalContext } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import { overdueInstances } from '../../db/servers/overdue-instances.ts'
import type { ActionDeps } from '../actions/action-deps.ts'
import { askEachCell } from '../every-cell.ts'
import { deleteByFlow, type KeepsDeleted } from './delete-server.ts'

type Deps = Omit<ActionDeps, 'enforcer'> & { readonly config: KeepsDeleted }

/** How many servers are deleted per run; the next run deletes the rest. */
const mostAtOnce = 100

/** A user may restore a server before this run reaches it. */
const stillKept = { vmStates: ['soft-delete'], taskStates: [null] } as const

const unlessGone = (error: unknown): void => {
  if (!isFault(error, 'ServerNotFound')) throw error
}

/** Deletes servers that were soft-deleted longer than `reclaim_instance_interval` ago. */
export const reclaimServers = (deps: Deps) => async (): Promise<void> => {
  const { clock, config } = deps
  const until = new Date(clock.now() - config.DEFAULT.reclaim_instance_interval * 1000).toISOString()
  const cells = await askEachCell(deps, (cell) => overdueInstances(cell).softDeletedUntil(until, mostAtOnce))
  for (const { cellId, answer: kept = [] } of cells)
    for (const server of kept)
      await deleteByFlow(deps, internalContext(), { server }, cellId, stillKept).catch(unlessGone)
}
