import { shelve as action } from '@nimbo/contracts/compute/actions/shelve'
import type { Context } from '@nimbo/kernel/context'
import { requireAllowed } from '../../domain/server-actions/action-guards.ts'
import { beginAction } from '../actions/begin-action.ts'
import { beginSnapshot } from '../images/create-image.ts'
import type { ImagingDeps } from '../images/imaging-deps.ts'
import type { LocatedServer } from '../servers/find-server.ts'
import { isOnVolume, requirePlaced } from '../moves/move-checks.ts'

/** Shelves a server, as a flow: powers it off and uploads its local root disk as an image. */
export const shelveServer = (deps: ImagingDeps) => {
  const begin = beginAction(deps)
  return async (ctx: Context, located: LocatedServer): Promise<void> => {
    const { server } = located
    requireAllowed(action, server, deps.enforcer.isAdmin(ctx))
    if (await isOnVolume(deps, requirePlaced(located)))
      return begin(ctx, located, { action, order: { kind: 'shelve' } })
    await beginSnapshot(deps)(ctx, located, {
      action,
      asked: { name: `${server.name}-shelved`, metadata: {}, type: { image_type: 'snapshot' } },
      order: (imageId) => ({ kind: 'shelve', imageId }),
    })
  }
}
