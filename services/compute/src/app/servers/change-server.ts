import type { ApiAction } from '@nimbo/contracts/compute/actions/api-action'
import { allOrNone } from '@nimbo/db/all-or-none'
import type { Context } from '@nimbo/kernel/context'
import { buildRequests } from '../../db/servers/build-requests.ts'
import { instanceActions } from '../../db/servers/instance-actions.ts'
import type { ServerChanges, Transition } from '../../db/servers/instances.ts'
import type { BuildRequest } from '../../domain/servers/request-spec.ts'
import { errors } from '../../errors.ts'
import type { ActionDeps } from '../actions/action-deps.ts'
import type { LocatedServer } from './find-server.ts'

/** What may change while a server has no cell yet. */
export type PlainChanges = Pick<
  ServerChanges,
  | 'name'
  | 'description'
  | 'hostname'
  | 'metadata'
  | 'tags'
  | 'diskConfig'
  | 'locked'
  | 'lockedBy'
  | 'lockedReason'
> & {
  readonly accessIpV4?: string | null
  readonly accessIpV6?: string | null
}

const changedBuild = (build: BuildRequest, changes: PlainChanges): BuildRequest => {
  const { accessIpV4, accessIpV6, ...plain } = changes
  return {
    ...build,
    ...plain,
    ...(accessIpV4 == null ? {} : { accessIpV4 }),
    ...(accessIpV6 == null ? {} : { accessIpV6 }),
  }
}

/**
 * Changes name, description and the like at once, wherever the server is stored. With `action`, records a server
 * action; with `from`, refuses (409) a server that is no longer in that state.
 */
export const changeServer =
  ({ databases, clock, notices }: Pick<ActionDeps, 'databases' | 'clock' | 'notices'>) =>
  async (
    ctx: Context,
    { server, cellId }: LocatedServer,
    changes: PlainChanges,
    { action, from }: { readonly action?: ApiAction; readonly from?: Transition['from'] } = {},
  ): Promise<void> => {
    if (cellId === null) {
      const requests = buildRequests(databases.api, clock)
      const pending = await requests.find(server.id)
      if (!pending || !(await requests.change(changedBuild(pending.build, changes))))
        throw errors.Conflict({ reason: `Instance ${server.id} is not ready` })
      return
    }
    const cell = await databases.cell(cellId)
    await allOrNone(cell, async (trx) => {
      const changed = await notices.transitioning(trx, ctx, server.id, { from: from ?? {}, to: changes })
      if (!changed)
        throw from
          ? errors.Conflict({ reason: `Instance ${server.id} has been changed meanwhile` })
          : errors.ServerNotFound({ id: server.id })
      if (action === undefined) return
      await instanceActions(trx, clock).begin(ctx, server.id, action.name)
      if (action.notifications !== undefined) await notices.done(trx, ctx, server.id, action.notifications)
    })
  }
