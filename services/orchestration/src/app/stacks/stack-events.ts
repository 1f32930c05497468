import type { StackEvent } from '../../db/events.ts'
import { listEvents } from '../../db/list-events.ts'
import type { Stack } from '../../db/stacks.ts'
import type { HeatApp } from '../app.ts'

/** What became of a stack, oldest first; of those within it, too, where that is wanted. */
export const stackEvents = (
  { db }: HeatApp,
  stack: Stack,
  isNested = false,
): Promise<readonly StackEvent[]> => listEvents(db, { stackId: stack.id, rootId: stack.root_id, isNested })
