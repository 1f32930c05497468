import type { Selectable } from 'kysely'
import type { Db } from './db.ts'
import type { EngineRow } from './tables.ts'

export type Engine = Selectable<EngineRow>

/** Writes the heartbeat of an engine. */
export const reportEngine = async (db: Db, row: Engine): Promise<void> => {
  await db
    .insertInto('engines')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: row.seen_at }))
    .execute()
}

export const enginesOf = (db: Db): Promise<Engine[]> =>
  db.selectFrom('engines').selectAll().orderBy('started_at').limit(1000).execute()

/** Removes engines without a heartbeat since then. */
export const forgetEngines = async (db: Db, since: string): Promise<void> => {
  await db.deleteFrom('engines').where('seen_at', '<', since).execute()
}
