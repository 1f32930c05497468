import type { Db } from './db.ts'
import type { StackEvent } from './events.ts'

/** Most events a list looks at: more are not kept, unless an operator keeps them all. */
const most = 100_000

/** What became of a stack, oldest first; of those within it, too, where that is wanted. */
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
