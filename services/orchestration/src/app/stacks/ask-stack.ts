import type { Context } from '@nimbo/kernel/context'
import type { Stack } from '../../db/stacks.ts'
import { errors } from '../../errors.ts'
import type { HeatApp } from '../app.ts'
import { type Begin, beginTraversal } from './begin-traversal.ts'
import type { Db } from '../../db/db.ts'

/** Requests an action on a stack and notifies an engine; `before` writes further rows in the same transaction. */
export const askStack = async (
  app: HeatApp,
  ctx: Context,
  stack: Stack,
  begin: Begin,
  before: (trx: Db) => Promise<void> = async () => {},
): Promise<void> => {
  const flowId = await app.db.transaction().execute(async (trx) => {
    await before(trx)
    const begun = await beginTraversal(trx, ctx, app, stack, begin)
    // Another action was requested at the same moment.
    if (begun === undefined) throw errors.ActionInProgress({ name: stack.name, action: stack.action })
    return begun
  })
  await app.wake(ctx, flowId)
}
