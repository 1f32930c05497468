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

type Told = Omit<NodeReport, 'id'> & Pick<ComputeNodeRow, 'updated_at'>

const updateNamed = prepared((db: Kysely<CellTables>, { told }: { readonly told: Told }) =>
  db
    .updateTable('compute_nodes')
    .set(told)
    .where('host', '=', told.host)
    .where('node', '=', told.node)
    .returning('id'),
)

/** Hypervisor nodes of one cell. */
export const computeNodes = (db: Kysely<CellTables>, clock: Clock) => ({
  /** Writes what a host last told of a node; the node keeps the id it first had, which is returned. */
  report: async ({ id, ...node }: NodeReport): Promise<string> => {
    const told = { ...node, updated_at: timestamp(clock) }
    const [known] = await updateNamed(db, { told })
    if (known) return known.id
    return inTransaction(db, async (trx) => {
      const [meanwhile] = await updateNamed(trx, { told })
      if (meanwhile) return meanwhile.id
      const number = await nextNumber(trx, 'compute_nodes')
      await trx
        .insertInto('compute_nodes')
        .values({ ...told, id, number, created_at: told.updated_at })
        .execute()
      return id
    })
  },

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
