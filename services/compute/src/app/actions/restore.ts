import { restore as action } from '@nimbo/contracts/compute/actions/restore'
import type { Context } from '@nimbo/kernel/context'
import { requireAllowed } from '../../domain/server-actions/action-guards.ts'
import { requireQuota } from '../../domain/quotas/quota.ts'
import type { ComputeApiDeps } from '../app.ts'
import { countUsage } from '../quotas/count-usage.ts'
import type { LocatedServer } from '../servers/find-server.ts'
import type { ActionDeps } from './action-deps.ts'
import { beginAction } from './begin-action.ts'

/** Restores a soft-deleted server, as a flow, if the project's quota allows. */
export const restoreServer = (deps: ActionDeps & Pick<ComputeApiDeps, 'limits'>) => {
  const begin = beginAction(deps)
  return async (ctx: Context, located: LocatedServer): Promise<void> => {
    const { server } = located
    requireAllowed(action, server, deps.enforcer.isAdmin(ctx))
    const { vcpus, memoryMb } = server.flavor
    const [limits, used] = await Promise.all([
      deps.limits.of(server.projectId),
      countUsage(deps)(server.projectId),
    ])
    requireQuota(limits, used, { instances: 1, cores: vcpus, ram: memoryMb })
    await begin(ctx, located, { action, order: { kind: 'restore' } })
  }
}
