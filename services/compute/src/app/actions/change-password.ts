import { changePassword as action } from '@nimbo/contracts/compute/actions/change-password'
import type { Context } from '@nimbo/kernel/context'
import type { ComputeApiDeps } from '../app.ts'
import type { LocatedServer } from '../servers/find-server.ts'
import type { ActionDeps } from './action-deps.ts'
import { beginAction } from './begin-action.ts'

/** Makes the guest agent set a password, as a flow. Until then the password is stored encrypted. */
export const changePassword = (deps: ActionDeps & Pick<ComputeApiDeps, 'seal'>) => {
  const begin = beginAction(deps)
  return (ctx: Context, located: LocatedServer, adminPassword: string): Promise<void> =>
    begin(ctx, located, {
      action,
      order: { kind: 'change-password' },
      changes: { sealedSecrets: deps.seal(JSON.stringify({ adminPassword, personality: [] })) },
    })
}
