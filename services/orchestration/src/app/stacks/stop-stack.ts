import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import { addStackEvent } from '../../db/events.ts'
import { changeStack, childrenOf, type Stack } from '../../db/stacks.ts'
import { readWish } from '../../domain/wish.ts'
import type { HeatApp } from '../app.ts'

/**
 * Cancels the action of a stack and its nested stacks without rollback: resources in progress fail, and no further one starts.
 */
export const stopStack =
  (app: Pick<HeatApp, 'db' | 'clock' | 'notices'>) =>
  async (ctx: Context, stack: Stack, why = 'cancelled by user'): Promise<void> => {
    const at = timestamp(app.clock)
    const { action } = stack
    const state = { action, status: 'FAILED', reason: `Stack ${action} ${why}` } as const
    await app.db.transaction().execute(async (trx) => {
      const { formerTrusts } = readWish(stack.wish)
      const change = {
        ...{ status: state.status, status_reason: state.reason, traversal: newId() },
        wish: JSON.stringify({ formerTrusts }),
      }
      if (!(await changeStack(trx, stack, change))) return
      await addStackEvent(trx, stack, state, at)
      await app.notices.tell(trx, ctx, { ...stack, ...change })
    })
    for (const child of await childrenOf(app.db, stack.id))
      if (child.status === 'IN_PROGRESS') await stopStack(app)(ctx, child, why)
  }
