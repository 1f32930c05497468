import { inTransaction } from '@nimbo/db/in-transaction'
import { prepared } from '@nimbo/db/prepared'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { CellTables, ComputeNodeRow } from './cell-tables.ts'
import { nextNumber } from './counter.ts'

/** What a host tells of one of its nodes. */
export type NodeReport = Omit<ComputeNodeRow, 'number' | 'created_at' | 'updated_at'>

const byIds = prepared((db: Kysely<CellTables>, { ids }: { readonly ids: readonly string[] }) =>
  db.selectFrom('compute_nodes').selectAll().where('id', 'in', ids).orderBy('id'),
)

/** Hypervisor nodes of one cell. */
export const computeNodes = (db: Kysely<CellTables>, clock: Clock) => ({
  /** Writes what a host last told of a node; the node keeps the id it first had, which is returned. */
  report: (node: NodeReport): Promise<string> =>
    inTransaction(db, async (trx) => {
      const known = await trx
        .selectFrom('compute_nodes')
        .select('id')
        .where('host', '=', node.host)
        .where('node', '=', node.node)
        .executeTakeFirst()
      const now = timestamp(clock)
      if (known) {
        const { id: _, ...told } = node
        await trx
          .updateTable('compute_nodes')
          .set({ ...told, updated_at: now })
          .where('id', '=', known.id)
          .execute()
        return known.id
      }
      const number = await nextNumber(trx, 'compute_nodes')
      await trx
        .insertInto('compute_nodes')
        .values({ ...node, number, created_at: now, updated_at: now })
        .execute()
      return node.id
    }),

  find: (id: string): Promise<ComputeNodeRow | undefined> =>
    db.selectFrom('compute_nodes').selectAll().where('id', '=', id).executeTakeFirst(),

  findMany: async (ids: readonly string[]): Promise<readonly ComputeNodeRow[]> =>
    ids.length === 0 ? [] : byIds(db, { ids }),

  ofHost: (host: string): Promise<ComputeNodeRow[]> =>
    db
      .selectFrom('compute_nodes')
      .selectAll()
      .where('host', '=', host)
      .orderBy('node')
      .limit(10_000)
      .execute(),

  list: (): Promise<ComputeNodeRow[]> =>
    db.selectFrom('compute_nodes').selectAll().orderBy('number').limit(100_000).execute(),

  remove: async (id: string): Promise<void> => {
    await db.deleteFrom('compute_nodes').where('id', '=', id).execute()
  },
})
