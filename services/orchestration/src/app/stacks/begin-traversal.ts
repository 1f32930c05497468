import { insertFlow } from '@nimbo/durable/insert-flow'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { type FlowId, newId } from '@nimbo/kernel/ids'
import type { Updateable } from 'kysely'
import type { Db } from '../../db/db.ts'
import { addStackEvent } from '../../db/events.ts'
import { changeStack, type Stack } from '../../db/stacks.ts'
import type { StackAction, StackRow } from '../../db/tables.ts'
import { carrying } from '../../domain/carrying.ts'
import { readWish, type Wish } from '../../domain/wish.ts'
import type { StackNotices } from './stack-notices.ts'

/** A requested action. */
export interface Begin {
  readonly action: StackAction
  readonly reason?: string
  readonly wish?: Wish
  readonly change?: Updateable<StackRow>
}

interface Deps {
  readonly clock: Clock
  readonly notices: StackNotices
}

/**
 * Writes a newly requested action of a stack, whatever is in progress: an older flow stops. Undefined when a concurrent request
 * came first. The returned flow must be started after the commit.
 */
export const beginTraversal = async (
  trx: Db,
  ctx: Context,
  { clock, notices }: Deps,
  stack: Stack,
  { action, reason = `Stack ${action} started`, wish = {}, change = {} }: Begin,
): Promise<FlowId | undefined> => {
  const at = timestamp(clock)
  // An action that is overtaken, or rolled back, leaves these for the next one to end.
  const { formerTrusts } = readWish(stack.wish)
  const begun: Updateable<StackRow> = {
    ...change,
    ...{ action, status: 'IN_PROGRESS', status_reason: reason, traversal: newId() },
    ...{ wish: JSON.stringify({ formerTrusts, ...wish }), action_at: at },
  }
  if (!(await changeStack(trx, stack, begun))) return undefined
  const changed = { ...stack, ...begun } as Stack
  await addStackEvent(trx, changed, { action, status: 'IN_PROGRESS', reason }, at)
  await notices.tell(trx, ctx, changed)
  const input = { stackId: stack.id, traversal: changed.traversal }
  return insertFlow(trx, carrying, { subject: changed.traversal, input, ctx, clock })
}
