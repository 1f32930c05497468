import type { MoveAction } from '@nimbo/contracts/compute/actions/move-action'
import type { MigrationType } from '@nimbo/contracts/compute/migration-kind'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import type { ServerChanges } from '../../db/servers/instances.ts'
import { migrations } from '../../db/server-migrations/migrations.ts'
import { resizeServerFlow } from '../../domain/flow-kinds.ts'
import type { ResizeServer } from '../../domain/server-actions/operations.ts'
import type { EmbeddedFlavor } from '../../domain/servers/request-spec.ts'
import type { ActionDeps } from '../actions/action-deps.ts'
import { takeOn } from '../actions/take-on.ts'
import type { PlacedServer } from './move-checks.ts'
import { requireHostsMoveTpms } from './require-hosts-move-tpms.ts'

interface Wanted extends Pick<ResizeServer, 'ignoreHosts' | 'requestedHost'> {
  readonly action: MoveAction
  readonly type: MigrationType
  readonly flavor: EmbeddedFlavor
  readonly changes?: ServerChanges
}

/** Accepts a resize or cold migration: writes its migration record together with the task state and the flow. */
export const beginResize = (deps: ActionDeps) => {
  const { databases, clock } = deps
  const take = takeOn(deps)
  const requireTpmMoves = requireHostsMoveTpms(deps)
  return async (
    ctx: Context,
    { server, cellId, place }: PlacedServer,
    { action, type, flavor, changes, ...choice }: Wanted,
  ): Promise<void> => {
    await requireTpmMoves({ server, cellId, place }, action)
    const migrationId = newId()
    const number = await migrations(await databases.cell(cellId), clock).newNumber()
    await take(
      ctx,
      { server, cellId },
      {
        action,
        flow: resizeServerFlow,
        input: {
          ...{ serverId: server.id, migrationId, source: place, flavor },
          ...{ running: server.vmState === 'active', ...choice },
        },
        changes: { progress: 0, ...changes },
        where: { vmStates: [server.vmState], host: place.host },
        also: async (trx) => {
          await migrations(trx, clock).create(number, {
            ...{ id: migrationId, server_id: server.id, migration_type: type, status: 'pre-migrating' },
            ...{ project_id: server.projectId, user_id: ctx.userId ?? '' },
            ...{ source_compute: place.host, source_node: place.node },
            ...{ old_flavor: place.flavor, new_flavor: flavor },
          })
        },
      },
    )
  }
}
