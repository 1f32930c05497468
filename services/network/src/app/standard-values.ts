import { randomUUID } from 'node:crypto'
import { type Clock, timestamp } from '@nimbo/kernel/clock'

const firstRevision = 1

/** The standard columns of a new resource. */
export const standardValues = (clock: Clock) => {
  const now = timestamp(clock)
  return { id: randomUUID() as string, revision_number: firstRevision, created_at: now, updated_at: now }
}

export type StandardValues = ReturnType<typeof standardValues>
