import { liveMigrate as action } from '@nimbo/contracts/compute/actions/live-migrate'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import { migrations } from '../../db/server-migrations/migrations.ts'
import { requireAllowed } from '../../domain/server-actions/action-guards.ts'
import { liveMigrateServerFlow } from '../../domain/flow-kinds.ts'
import { errors } from '../../errors.ts'
import type { ActionDeps } from '../actions/action-deps.ts'
import { takeOn } from '../actions/take-on.ts'
import type { ComputeApiDeps } from '../app.ts'
import type { LocatedServer } from '../servers/find-server.ts'
import { awaitChecked } from './await-checked.ts'
import { requireHostUp, requirePlaced } from './move-checks.ts'
import { requireHost } from './require-host.ts'
import { requireHostsMoveTpms } from './require-hosts-move-tpms.ts'

type Deps = ActionDeps & Pick<ComputeApiDeps, 'config'>

interface Wanted {
  readonly host: string | null
  /** Whether to skip the scheduler's check of the target host. */
  readonly forced: boolean
  /** Whether the reply waits for the checks of the hosts (before 2.34). */
  readonly checkedFirst: boolean
  /** `block_migration`; absent means `auto`. */
  readonly copiesDisks?: boolean | undefined
}

/** Live-migrates a server, as a flow. */
export const liveMigrateServer = (deps: Deps) => {
  const { databases, clock, enforcer } = deps
  const take = takeOn(deps)
  const requireTpmMoves = requireHostsMoveTpms(deps)
  return async (
    ctx: Context,
    located: LocatedServer,
    { host, forced, checkedFirst, copiesDisks }: Wanted,
  ): Promise<void> => {
    const { server } = located
    requireAllowed(action, server, enforcer.isAdmin(ctx))
    const placed = requirePlaced(located)
    const { cellId, place } = placed
    if (host !== null) await requireHost(deps, host)
    else if (forced) throw errors.BadRequest({ reason: "Can't force to a non-provided destination" })
    await requireHostUp(deps, placed)
    await requireTpmMoves(placed, action)
    const migrationId = newId()
    const number = await migrations(await databases.cell(cellId), clock).newNumber()
    await take(ctx, located, {
      action,
      flow: liveMigrateServerFlow,
      input: {
        ...{ serverId: server.id, migrationId, source: place, flavor: server.flavor },
        ignoreHosts: [place.host],
        ...(copiesDisks === undefined ? {} : { copiesDisks }),
        ...(host === null ? {} : { requestedHost: host, forced }),
      },
      changes: { progress: 0 },
      also: async (trx) => {
        await migrations(trx, clock).create(number, {
          ...{ id: migrationId, server_id: server.id, migration_type: 'live-migration', status: 'accepted' },
          ...{ project_id: server.projectId, user_id: ctx.userId ?? '' },
          ...{ source_compute: place.host, source_node: place.node },
          ...{ old_flavor: place.flavor, new_flavor: place.flavor },
        })
      },
    })
    if (checkedFirst) await awaitChecked(deps, { cellId, serverId: server.id, migrationId })
  }
}
