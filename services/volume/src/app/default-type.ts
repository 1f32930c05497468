import { type Clock, timestamp } from '@nimbo/kernel/clock'
import { newId } from '@nimbo/kernel/ids'
import type { Db } from '../db/db.ts'
import { insertType } from '../db/volume-types.ts'

/** Makes the type of that name, which volumes get when none is asked for, unless it is there. */
export const ensureDefaultType = async (db: Db, clock: Clock, name: string): Promise<void> => {
  const now = timestamp(clock)
  await insertType(db, {
    id: newId(),
    name,
    description: 'Default Volume Type',
    is_public: 1,
    created_at: now,
    updated_at: now,
  })
}
