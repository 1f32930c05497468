import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Kysely } from 'kysely'
import type { CellTables, InstanceFaultRow } from '../schema/cell-tables.ts'

export interface NewFault {
  readonly code: number
  readonly message: string
  readonly details?: string
}

/** Faults of a cell's servers. */
export const instanceFaults = (db: Kysely<CellTables>, clock: Clock) => ({
  /** Records the fault of a request about a server. Idempotent. */
  record: async (
    { requestId }: Pick<Context, 'requestId'>,
    serverId: string,
    { code, message, details }: NewFault,
  ): Promise<void> => {
    await db
      .insertInto('instance_faults')
      .values({
        id: `${serverId}/${requestId}`,
        server_id: serverId,
        code,
        message: message.slice(0, 255),
        details: details ?? null,
        created_at: timestamp(clock),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  },

  /** The latest fault of each server. */
  latest: async (serverIds: readonly string[]): Promise<ReadonlyMap<string, InstanceFaultRow>> => {
    if (serverIds.length === 0) return new Map()
    const rows = await db
      .selectFrom('instance_faults')
      .selectAll()
      .where('server_id', 'in', serverIds)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return new Map(rows.map((row) => [row.server_id, row]))
  },
})
