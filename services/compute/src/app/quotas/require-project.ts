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
 * Throws `BadRequest` for a project that Keystone does not know, so that no limits are set for a misspelt one. As in
 * Nova, the project counts as known when Keystone does not answer or does not let the user see it.
 */
export const requireProject =
  ({ clients, log }: Deps) =>
  async (ctx: Context, projectId: string): Promise<void> => {
    const isKnown = await clients.projects.projectExists(ctx, projectId).catch((error: unknown) => {
      if (!isRemote(error, 403))
        log.warn({ projectId, error }, 'Keystone did not answer whether a project exists')
      return true
    })
    if (!isKnown) throw errors.BadRequest({ reason: `Project ID ${projectId} is not a valid project.` })
  }
