import { migrate as action } from '@nimbo/contracts/compute/actions/migrate'
import type { Context } from '@nimbo/kernel/context'
import { requireAllowed } from '../../domain/server-actions/action-guards.ts'
import { errors } from '../../errors.ts'
import type { ActionDeps } from '../actions/action-deps.ts'
import type { ComputeApiDeps } from '../app.ts'
import type { LocatedServer } from '../servers/find-server.ts'
import { beginResize } from './begin-resize.ts'
import { requireHost } from './require-host.ts'
import { requireHostUp, requirePlaced } from './move-checks.ts'

/** Cold-migrates a server, to the named host if given. */
export const migrateServer = (deps: ActionDeps & Pick<ComputeApiDeps, 'config'>) => {
  const begin = beginResize(deps)
  return async (ctx: Context, located: LocatedServer, host: string | undefined): Promise<void> => {
    const { server } = located
    requireAllowed(action, server, deps.enforcer.isAdmin(ctx))
    const placed = requirePlaced(located)
    if (host !== undefined) {
      if (host === placed.place.host)
        throw errors.BadRequest({ reason: 'Cannot migrate to the host where the server exists.' })
      await requireHost(deps, host)
    }
    await requireHostUp(deps, placed)
    await begin(ctx, placed, {
      ...{ action, type: 'migration', flavor: server.flavor, ignoreHosts: [placed.place.host] },
      ...(host === undefined ? {} : { requestedHost: host }),
    })
  }
}
