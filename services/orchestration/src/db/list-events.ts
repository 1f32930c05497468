import type { Db } from './db.ts'
import type { StackEvent } from './events.ts'

/** The most events that a list reads; more are kept only if an operator keeps all. */
const most = 100_000

/** The events of a stack, oldest first, and those of nested stacks if requested. */
export const listEvents = (
  db: Db,
  {
    stackId,
    rootId,
    isNested,
  }: { readonly stackId: string; readonly rootId: string; readonly isNested: boolean },
): Promise<StackEvent[]> =>
  db
    .selectFrom('events')
    .selectAll()
    .$if(!isNested, (query) => query.where('stack_id', '=', stackId))
    .$if(isNested, (query) => query.where('root_id', '=', rootId))
    .orderBy('position')
    .limit(most)
    .execute()
