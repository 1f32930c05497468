import { plainActions } from '@nimbo/contracts/compute/actions/server-actions'
import type { Context } from '@nimbo/kernel/context'
import type { LocatedServer } from '../servers/find-server.ts'
import type { ActionDeps } from './action-deps.ts'
import { beginAction } from './begin-action.ts'

export type PlainKind = keyof typeof plainActions

/** Starts an action on a server that needs no arguments. */
export const act = (deps: ActionDeps) => {
  const begin = beginAction(deps)
  return (ctx: Context, located: LocatedServer, kind: PlainKind): Promise<void> =>
    begin(ctx, located, { action: plainActions[kind], order: { kind } })
}
