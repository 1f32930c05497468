import type { Db } from './db.ts'
import type { StackEvent } from './events.ts'

const together = 100

/** The events of a stack that were not sent to its event sinks yet, oldest first, in batches. */
export const unsentEvents = (db: Db, stackId: string): Promise<StackEvent[]> =>
  db
    .selectFrom('events')
    .innerJoin('stacks', 'stacks.id', 'events.stack_id')
    .selectAll('events')
    .where('events.stack_id', '=', stackId)
    .whereRef('events.position', '>', 'stacks.events_told')
    .orderBy('events.position')
    .limit(together)
    .execute()

/** Stores the position of the last event that was sent to the event sinks. */
export const noteSent = async (db: Db, stackId: string, position: number): Promise<void> => {
  await db.updateTable('stacks').set({ events_told: position }).where('id', '=', stackId).execute()
}
