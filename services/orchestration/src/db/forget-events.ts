import type { Db } from './db.ts'

/** Deletes the oldest events of a stack beyond `keep`; 0 keeps all. */
export const forgetOldEvents = async (db: Db, stackId: string, keep: number): Promise<void> => {
  if (keep === 0) return
  const oldest = await db
    .selectFrom('events')
    .select('position')
    .where('stack_id', '=', stackId)
    .orderBy('position', 'desc')
    .offset(keep)
    .limit(1)
    .executeTakeFirst()
  if (!oldest) return
  await db
    .deleteFrom('events')
    .where('stack_id', '=', stackId)
    .where('position', '<=', oldest.position)
    .execute()
}
