import { confirmResize } from '@nimbo/contracts/compute/actions/confirm-resize'
import type { MoveAction } from '@nimbo/contracts/compute/actions/move-action'
import { revertResize } from '@nimbo/contracts/compute/actions/revert-resize'
import type { FlowKind } from '@nimbo/durable/flow'
import type { Context } from '@nimbo/kernel/context'
import { migrations } from '../../db/server-migrations/migrations.ts'
import type { Migration } from '../../db/server-migrations/migrations.ts'
import { requireAllowed } from '../../domain/server-actions/action-guards.ts'
import { confirmResizeFlow, revertResizeFlow } from '../../domain/flow-kinds.ts'
import type { EndResize, ServerPlace } from '../../domain/server-actions/operations.ts'
import { powerStates } from '../../driver/hypervisor.ts'
import { errors } from '../../errors.ts'
import type { ActionDeps } from '../actions/action-deps.ts'
import { takeOn } from '../actions/take-on.ts'
import type { ComputeApiDeps } from '../app.ts'
import type { LocatedServer } from '../servers/find-server.ts'
import { type PlacedServer, requirePlaced, requireRoomFor } from './move-checks.ts'

type Deps = ActionDeps & Pick<ComputeApiDeps, 'config' | 'limits'>

/** The host where the server was before the resize. */
const sourceOf = (migration: Migration, { place }: PlacedServer): ServerPlace => {
  const { source_compute, source_node, old_flavor } = migration
  const host = source_compute ?? place.host
  return { ...place, host, node: source_node ?? host, flavor: old_flavor ?? place.flavor }
}

const ending =
  (action: MoveAction, flow: FlowKind<EndResize>, status: 'confirming' | 'reverting') => (deps: Deps) => {
    const { databases, clock, enforcer } = deps
    const take = takeOn(deps)
    return async (ctx: Context, located: LocatedServer): Promise<void> => {
      requireAllowed(action, located.server, enforcer.isAdmin(ctx))
      const placed = requirePlaced(located)
      const { server, cellId, place } = placed
      const cell = await databases.cell(cellId)
      const migration = await migrations(cell, clock).newest(server.id, ['finished'])
      if (migration === undefined) throw errors.BadRequest({ reason: 'Instance has not been resized.' })
      const source = sourceOf(migration, placed)
      // With unified limits placement's allocations are counted, which include the old size already.
      if (status === 'reverting' && !deps.limits.areUnified)
        await requireRoomFor(deps, server, { from: place.flavor, to: source.flavor })
      await take(ctx, located, {
        action,
        flow,
        input: {
          ...{ serverId: server.id, migrationId: migration.id, source, destination: place },
          // A resized server cannot be started or stopped, so its power state is still the one from before the resize.
          running: server.powerState !== powerStates.shutdown,
        },
        also: async (trx) => {
          await migrations(trx, clock).change(migration.id, { from: ['finished'], to: { status } })
        },
      })
    }
  }

/** Confirms a resize or cold migration. */
export const confirmServerResize = ending(confirmResize, confirmResizeFlow, 'confirming')

/** Reverts a resize or cold migration. */
export const revertServerResize = ending(revertResize, revertResizeFlow, 'reverting')
