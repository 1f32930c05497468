import type { HostAction } from '@nimbo/contracts/compute/actions/host-action'
import type { Operation } from '@nimbo/contracts/compute-rpc/operation'
import type { Context } from '@nimbo/kernel/context'
import { requireAllowed } from '../../domain/server-actions/action-guards.ts'
import { operateServerFlow } from '../../domain/flow-kinds.ts'
import { errors } from '../../errors.ts'
import type { ActionDeps } from './action-deps.ts'
import type { LocatedServer } from '../servers/find-server.ts'
import { type TakenOn, takeOn } from './take-on.ts'

/** A requested action. */
interface Asked extends Pick<TakenOn<object>, 'changes' | 'where' | 'also'> {
  readonly action: HostAction
  /** The order to the host. */
  readonly order: Operation
}

/**
 * Accepts an action that the server's host performs, like {@link takeOn}. The server must be on a host unless the
 * action declares otherwise.
 */
export const beginAction = (deps: ActionDeps) => {
  const take = takeOn(deps)
  return async (ctx: Context, located: LocatedServer, { action, order, ...more }: Asked): Promise<void> => {
    const { server } = located
    requireAllowed(action, server, deps.enforcer.isAdmin(ctx))
    if (server.host === null && !action.withoutHost?.includes(server.vmState))
      throw errors.ServerNotReady({ id: server.id })
    const input = { serverId: server.id, operation: order }
    await take(ctx, located, { action, flow: operateServerFlow, input, ...more })
  }
}
