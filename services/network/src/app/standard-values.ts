import { randomUUID } from 'node:crypto'
import { type Clock, timestamp } from '@nimbo/kernel/clock'

/** What every new resource begins with. */
export const standardValues = (clock: Clock) => {
  const now = timestamp(clock)
  return { id: randomUUID() as string, revision_number: 0, created_at: now, updated_at: now }
}
