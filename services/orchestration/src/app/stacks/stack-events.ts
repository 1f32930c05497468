import type { StackEvent } from '../../db/events.ts'
import { listEvents } from '../../db/list-events.ts'
import type { Stack } from '../../db/stacks.ts'
import type { HeatApp } from '../app.ts'

/** The events of a stack, oldest first, and those of nested stacks if requested. */
export const stackEvents = (
  { db }: HeatApp,
  stack: Stack,
  isNested = false,
): Promise<readonly StackEvent[]> => listEvents(db, { stackId: stack.id, rootId: stack.root_id, isNested })
