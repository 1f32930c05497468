import type { Context } from '@nimbo/kernel/context'
import type { Log } from '@nimbo/kernel/log'
import { isRemote } from '@nimbo/operation/client/remote-fault'
import { errors } from '../../errors.ts'
import type { Clients } from '../app.ts'

interface Deps {
  readonly clients: Pick<Clients, 'projects'>
  readonly log: Log
}

/**
 * Refuses a project that identity does not know, so that nothing is set for a misspelt one. Throws `BadRequest`. When identity does
 * not answer, or does not tell the user about other projects, the project counts as known, as in Nova.
 */
export const requireProject =
  ({ clients, log }: Deps) =>
  async (ctx: Context, projectId: string): Promise<void> => {
    const isKnown = await clients.projects.projectExists(ctx, projectId).catch((error: unknown) => {
      if (!isRemote(error, 403))
        log.warn({ projectId, error }, 'identity did not say whether there is such a project')
      return true
    })
    if (!isKnown) throw errors.BadRequest({ reason: `Project ID ${projectId} is not a valid project.` })
  }
