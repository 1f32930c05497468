import type { MeteringDb } from './metering.ts'

// The oldest rows have the lowest positions, so no index on the instants is needed.

/** Removes the events before an instant among the oldest `limit` events; resolves to their number. */
export const removeOldEvents = async (db: MeteringDb, before: string, limit: number): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('events')
    .where('position', 'in', (eb) =>
      eb.selectFrom('events').select('position').orderBy('position').limit(limit),
    )
    .where('generated', '<', before)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/**
 * Removes the samples recorded before an instant among the oldest `limit` samples; resolves to their number. Their own timestamps
 * do not count, since users may post samples of any time.
 */
export const removeOldSamples = async (db: MeteringDb, before: string, limit: number): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('samples')
    .where('position', 'in', (eb) =>
      eb.selectFrom('samples').select('position').orderBy('position').limit(limit),
    )
    .where('recorded_at', '<', before)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
