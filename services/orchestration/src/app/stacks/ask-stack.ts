import type { Context } from '@nimbo/kernel/context'
import type { Stack } from '../../db/stacks.ts'
import { errors } from '../../errors.ts'
import type { HeatApp } from '../app.ts'
import { type Begin, beginTraversal } from './begin-traversal.ts'
import type { Db } from '../../db/db.ts'

/** Asks something new of a stack and has an engine begin; `before` writes what goes with it. */
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
    // Somebody else asked something of it at the same moment.
    if (begun === undefined) throw errors.ActionInProgress({ name: stack.name, action: stack.action })
    return begun
  })
  await app.wake(ctx, flowId)
}
