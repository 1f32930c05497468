import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { RequestSpec } from '../domain/request-spec.ts'
import type { ApiTables } from './api-tables.ts'

/** What each server was asked to be; kept as long as the server is, since moves are scheduled from it. */
export const requestSpecs = (db: Kysely<ApiTables>, clock: Clock) => ({
  insert: async (spec: RequestSpec): Promise<void> => {
    await db
      .insertInto('request_specs')
      .values({ server_id: spec.serverId, spec: JSON.stringify(spec), created_at: timestamp(clock) })
      .execute()
  },

  find: async (serverId: string): Promise<RequestSpec | undefined> => {
    const row = await db
      .selectFrom('request_specs')
      .select('spec')
      .where('server_id', '=', serverId)
      .executeTakeFirst()
    return row && (JSON.parse(row.spec) as RequestSpec)
  },

  findMany: async (serverIds: readonly string[]): Promise<ReadonlyMap<string, RequestSpec>> => {
    if (serverIds.length === 0) return new Map()
    const rows = await db
      .selectFrom('request_specs')
      .select(['server_id', 'spec'])
      .where('server_id', 'in', serverIds)
      .execute()
    return new Map(rows.map(({ server_id, spec }) => [server_id, JSON.parse(spec) as RequestSpec]))
  },

  remove: async (serverId: string): Promise<void> => {
    await db.deleteFrom('request_specs').where('server_id', '=', serverId).execute()
  },
})
