import { prepared } from '@nimbo/db/prepared'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import { newId } from '@nimbo/kernel/ids'
import type { Kysely } from 'kysely'
import type { ApiTables, SchedulingRecordRow } from './schema/api-tables.ts'

const insertRow = prepared((db: Kysely<ApiTables>, { row }: { readonly row: SchedulingRecordRow }) =>
  db.insertInto('scheduling_records').values(row),
)

/** Scheduling decisions of servers. */
export const schedulingRecords = (db: Kysely<ApiTables>, clock: Clock) => ({
  record: async (serverId: string, decision: object): Promise<void> => {
    const row = {
      id: newId(),
      server_id: serverId,
      decision: JSON.stringify(decision),
      created_at: timestamp(clock),
    }
    await insertRow(db, { row })
  },

  /** The scheduling records of a server, oldest first. */
  ofServer: (serverId: string): Promise<SchedulingRecordRow[]> =>
    db
      .selectFrom('scheduling_records')
      .selectAll()
      .where('server_id', '=', serverId)
      .orderBy('created_at')
      .orderBy('id')
      .limit(100)
      .execute(),

  removeOfServer: async (serverId: string): Promise<void> => {
    await db.deleteFrom('scheduling_records').where('server_id', '=', serverId).execute()
  },
})
