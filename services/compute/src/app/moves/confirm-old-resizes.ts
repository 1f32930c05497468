import { internalContext } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import { instances } from '../../db/servers/instances.ts'
import { migrations } from '../../db/server-migrations/migrations.ts'
import type { ActionDeps } from '../actions/action-deps.ts'
import type { ComputeApiDeps } from '../app.ts'
import { askEachCell } from '../every-cell.ts'
import { confirmServerResize } from './end-resize.ts'

type Deps = ActionDeps & Pick<ComputeApiDeps, 'config' | 'limits'>

/** How many resizes are confirmed per run; the next run confirms the rest. */
const mostAtOnce = 100

/** Confirms resizes and cold migrations older than `resize_confirm_window`. */
export const confirmOldResizes = (deps: Deps) => {
  const { databases, clock, config, log } = deps
  const confirm = confirmServerResize(deps)
  return async (): Promise<void> => {
    const changesBefore = new Date(clock.now() - config.DEFAULT.resize_confirm_window * 1000).toISOString()
    const cells = await askEachCell(deps, (cell) =>
      migrations(cell, clock).list({
        filters: { status: ['finished'] },
        ...{ changesBefore, limit: mostAtOnce },
      }),
    )
    for (const { cellId, answer: waiting = [] } of cells)
      for (const { server_id, user_id, project_id } of waiting) {
        const server = await databases.ask(cellId, (cell) => instances(cell, clock).find(server_id))
        // Skips servers on which another task is running.
        if (server?.vmState !== 'resized' || server.taskState !== null) continue
        const ctx = { ...internalContext(), userId: user_id, projectId: project_id }
        await confirm(ctx, { server, cellId }).catch((error: unknown) => {
          if (!isFault(error)) throw error
          log.warn({ serverId: server_id, error }, 'an overdue resize could not be confirmed')
        })
      }
  }
}
