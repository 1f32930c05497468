import type { ApiAction } from '@nimbo/contracts/compute/actions/api-action'
import { allOrNone } from '@nimbo/db/all-or-none'
import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import { buildRequests } from '../../db/servers/build-requests.ts'
import { instanceActions } from '../../db/servers/instance-actions.ts'
import type { ServerChanges, Transition } from '../../db/servers/instances.ts'
import type { BuildRequest } from '../../domain/servers/request-spec.ts'
import type { Server } from '../../domain/servers/server.ts'
import { errors } from '../../errors.ts'
import type { ActionDeps } from '../actions/action-deps.ts'
import { findServer, type LocatedServer } from './find-server.ts'

/** The properties that may change even while a server has no cell. */
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

/** Applies changes to a build request; an access address of null is removed. */
const changedBuild = (build: BuildRequest, changes: PlainChanges): BuildRequest => {
  const { accessIpV4, accessIpV6, ...plain } = { accessIpV4: null, accessIpV6: null, ...build, ...changes }
  return {
    ...plain,
    ...(accessIpV4 === null ? {} : { accessIpV4 }),
    ...(accessIpV6 === null ? {} : { accessIpV6 }),
  }
}

/** Whether a part of a server is still as it was read; true for a part that was not read. */
const isSame = (now: unknown, read: unknown): boolean =>
  read === undefined || JSON.stringify(now) === JSON.stringify(read)

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
      const { build } = (await requests.find(server.id)) ?? {}
      const isAsRead =
        build !== undefined && isSame(build.metadata, from?.metadata) && isSame(build.tags, from?.tags)
      if (!isAsRead || !(await requests.change(build, changedBuild(build, changes))))
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

type Part = Pick<Server, 'metadata'> | Pick<Server, 'tags'>

/** How often a change is derived again when other requests change the same part at the same time. */
const mostLooks = 20

/**
 * Derives a part of a server from its current value and writes it, so that none of several simultaneous changes is
 * lost. Returns the new part.
 */
export const changePart = (deps: ActionDeps) => {
  const find = findServer(deps)
  const change = changeServer(deps)
  return async <Changed extends Part>(
    ctx: Context,
    id: string,
    changed: (located: LocatedServer) => Promise<Changed> | Changed,
  ): Promise<Changed> => {
    for (let look = 1; ; look += 1) {
      const located = await find(ctx, id)
      const to = await changed(located)
      const { metadata, tags } = located.server
      try {
        await change(ctx, located, to, { from: 'metadata' in to ? { metadata } : { tags } })
        return to
      } catch (error) {
        if (!isFault(error, 'Conflict') || look === mostLooks) throw error
      }
    }
  }
}
