import type { HostMetric } from '@nimbo/contracts/compute-rpc/host-metric'
import { prepared } from '@nimbo/db/prepared'
import type { Kysely } from 'kysely'
import type { CellTables } from '../schema/cell-tables.ts'

const metricsByIds = prepared((db: Kysely<CellTables>, { ids }: { readonly ids: readonly string[] }) =>
  db
    .selectFrom('compute_nodes')
    .select(['id', 'metrics'])
    .where('id', 'in', ids)
    .where('metrics', 'is not', null)
    .orderBy('id'),
)

/** What monitors measured last, by node id and then by name; nodes without monitors are left out. */
export const nodeMetrics = async (
  db: Kysely<CellTables>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> => {
  if (ids.length === 0) return new Map()
  const rows = await metricsByIds(db, { ids })
  return new Map(
    rows.map(({ id, metrics }) => {
      const measured = JSON.parse(metrics ?? '[]') as readonly HostMetric[]
      return [id, new Map(measured.map(({ name, value }) => [name, value]))]
    }),
  )
}
