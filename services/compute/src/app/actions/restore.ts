import { restore as action } from '@nimbo/contracts/compute/actions/restore'
import type { Context } from '@nimbo/kernel/context'
import { requireAllowed } from '../../domain/server-actions/action-guards.ts'
import { bootsFromVolume } from '../../domain/scheduling/requested-resources.ts'
import { blockDevices } from '../../db/servers/block-devices.ts'
import { errors } from '../../errors.ts'
import type { ComputeApiDeps } from '../app.ts'
import type { LocatedServer } from '../servers/find-server.ts'
import type { ActionDeps } from './action-deps.ts'
import { beginAction } from './begin-action.ts'

/** Restores a soft-deleted server, as a flow, if the project's quota allows. */
export const restoreServer = (deps: ActionDeps & Pick<ComputeApiDeps, 'limits'>) => {
  const begin = beginAction(deps)
  return async (ctx: Context, located: LocatedServer): Promise<void> => {
    const { server, cellId } = located
    requireAllowed(action, server, deps.enforcer.isAdmin(ctx))
    if (cellId === null) throw errors.ServerNotReady({ id: server.id })
    const disks = await blockDevices(await deps.databases.cell(cellId), deps.clock).ofServer(server.id)
    const size = { flavor: server.flavor, fromVolume: bootsFromVolume(disks) }
    const requireServers = await deps.limits.roomFor(server, size)
    requireServers({ servers: 1, sizes: 1 })
    await begin(ctx, located, { action, order: { kind: 'restore' } })
  }
}
