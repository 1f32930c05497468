import { hardReboot, reboot } from '@nimbo/contracts/compute/actions/reboot'
import type { Context } from '@nimbo/kernel/context'
import { requireAllowed } from '../../domain/server-actions/action-guards.ts'
import type { ComputeApiDeps } from '../app.ts'
import type { LocatedServer } from '../servers/find-server.ts'
import type { ActionDeps } from './action-deps.ts'
import { beginAction } from './begin-action.ts'

type Deps = ActionDeps & Pick<ComputeApiDeps, 'computeHost'>

/**
 * Reboots a server: `SOFT` asks the guest, `HARD` resets it. A hard reboot does not wait until a guest that ignores
 * the soft one has used up its time.
 */
export const rebootServer = (deps: Deps) => {
  const begin = beginAction(deps)
  return async (ctx: Context, located: LocatedServer, type: 'SOFT' | 'HARD'): Promise<void> => {
    const action = type === 'SOFT' ? reboot : { ...reboot, ...hardReboot }
    requireAllowed(action, located.server, deps.enforcer.isAdmin(ctx))
    if (type === 'HARD' && located.server.taskState === reboot.taskState)
      await cutSoftReboot(deps, ctx, located)
    await begin(ctx, located, { action, order: { kind: 'reboot', type } })
  }
}

const cutSoftReboot = async (
  { computeHost, log }: Deps,
  ctx: Context,
  { server: { id: serverId, host }, cellId }: LocatedServer,
): Promise<void> => {
  if (host === null || cellId === null) return
  try {
    await computeHost.cutSoftReboot(ctx, { cellId, host, serverId })
  } catch (error) {
    log.warn({ serverId, host, error }, 'a host was not told to end a soft reboot')
  }
}
