import { hardReboot, reboot } from '@nimbo/contracts/compute/actions/reboot'
import type { Context } from '@nimbo/kernel/context'
import type { LocatedServer } from '../servers/find-server.ts'
import type { ActionDeps } from './action-deps.ts'
import { beginAction } from './begin-action.ts'

/** Reboots a server: `SOFT` asks the guest, `HARD` resets it. */
export const rebootServer = (deps: ActionDeps) => {
  const begin = beginAction(deps)
  return (ctx: Context, located: LocatedServer, type: 'SOFT' | 'HARD'): Promise<void> =>
    begin(ctx, located, {
      action: type === 'SOFT' ? reboot : { ...reboot, ...hardReboot },
      order: { kind: 'reboot', type },
    })
}
