import type { Db } from './db.ts'
import type { StackEvent } from './events.ts'

const together = 100

/** The events of a stack that its sinks have not been told of, oldest first; some of them where there are many. */
export const untoldEvents = (db: Db, stackId: string): Promise<StackEvent[]> =>
  db
    .selectFrom('events')
    .innerJoin('stacks', 'stacks.id', 'events.stack_id')
    .selectAll('events')
    .where('events.stack_id', '=', stackId)
    .whereRef('events.position', '>', 'stacks.events_told')
    .orderBy('events.position')
    .limit(together)
    .execute()

/** Notes the last event of a stack that its sinks were told of. */
export const noteTold = async (db: Db, stackId: string, position: number): Promise<void> => {
  await db.updateTable('stacks').set({ events_told: position }).where('id', '=', stackId).execute()
}
