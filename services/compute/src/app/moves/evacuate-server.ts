import { evacuate as action } from '@nimbo/contracts/compute/actions/evacuate'
import { evacuateNotifications } from '@nimbo/contracts/compute/notifications/moves'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import { hostMappings } from '../../db/cells/host-mappings.ts'
import { migrations } from '../../db/server-migrations/migrations.ts'
import { requireAllowed } from '../../domain/server-actions/action-guards.ts'
import { evacuateServerFlow } from '../../domain/flow-kinds.ts'
import { newPassword } from '../../domain/secrets/passwords.ts'
import { errors } from '../../errors.ts'
import type { ActionDeps } from '../actions/action-deps.ts'
import { takeOn } from '../actions/take-on.ts'
import type { ComputeApiDeps } from '../app.ts'
import type { LocatedServer } from '../servers/find-server.ts'
import { hostShowsLife, requirePlaced } from './move-checks.ts'

type Deps = ActionDeps & Pick<ComputeApiDeps, 'config' | 'seal'>

interface Wanted {
  readonly host?: string
  /** Whether the scheduler's check of the host is skipped. */
  readonly forced: boolean
  readonly adminPassword?: string
  /** Whether the server stays powered off on the new host (since 2.95). */
  readonly staysOff: boolean
}

/** Throws when the named host is not a possible target. */
const requireTarget = async (
  { databases, clock }: Deps,
  source: string,
  host: string | undefined,
): Promise<void> => {
  if (host === undefined) return
  if (host === source) throw errors.BadRequest({ reason: "The target host can't be the same one." })
  if ((await hostMappings(databases.api, clock).cellOf(host)) === undefined)
    throw errors.NotFound({ reason: `Compute host ${host} not found.` })
}

/** Rebuilds a server of a failed host on another one, as a flow. Resolves to its new password. */
export const evacuateServer = (deps: Deps) => {
  const { databases, clock, enforcer, config, seal, notices } = deps
  const take = takeOn(deps)
  return async (ctx: Context, located: LocatedServer, wanted: Wanted): Promise<string> => {
    const { host, forced, staysOff, adminPassword = newPassword(config.DEFAULT.password_length) } = wanted
    const { server } = located
    requireAllowed(action, server, enforcer.isAdmin(ctx))
    const { cellId, place } = requirePlaced(located)
    await requireTarget(deps, place.host, host)
    if (await hostShowsLife(deps, cellId, place.host))
      throw errors.BadRequest({ reason: `Compute service of ${place.host} is still in use.` })
    const migrationId = newId()
    const number = await migrations(await databases.cell(cellId), clock).newNumber()
    await take(ctx, located, {
      action,
      flow: evacuateServerFlow,
      input: {
        ...{ serverId: server.id, migrationId, source: place, flavor: server.flavor },
        ...{ running: !staysOff && server.vmState !== 'stopped', ignoreHosts: [place.host] },
        ...(host === undefined ? {} : { requestedHost: host, forced }),
      },
      changes: { sealedSecrets: seal(JSON.stringify({ adminPassword, personality: [] })) },
      where: { vmStates: [server.vmState], host: place.host },
      also: async (trx) => {
        await migrations(trx, clock).create(number, {
          ...{ id: migrationId, server_id: server.id, migration_type: 'evacuation', status: 'accepted' },
          ...{ project_id: server.projectId, user_id: ctx.userId ?? '' },
          ...{ source_compute: place.host, source_node: place.node },
          ...{ old_flavor: place.flavor, new_flavor: place.flavor },
        })
        await notices.happened(trx, ctx, server.id, evacuateNotifications)
      },
    })
    return adminPassword
  }
}
