import type { Clock } from '@nimbo/kernel/clock'
import type { FlowId } from '@nimbo/kernel/ids'
import type { Kysely } from 'kysely'
import { instant } from './flow-record.ts'
import type { FlowTables } from './flow-tables.ts'

/**
 * The revision of a flow that no engine has taken yet: until then it can be postponed or removed. Every other write increments
 * the revision.
 */
const unbegun = 0

const typed = <Tables extends FlowTables>(db: Kysely<Tables>): Kysely<FlowTables> =>
  db as unknown as Kysely<FlowTables>

/** Postpones the beginning of a flow to `ms` from now; false when the flow has begun or was removed. */
export const putOffFlow = async <Tables extends FlowTables>(
  db: Kysely<Tables>,
  clock: Clock,
  { id, ms }: { readonly id: FlowId; readonly ms: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await typed(db)
    .updateTable('flows')
    .set({ wake_at: instant(clock.now() + ms) })
    .where('id', '=', id)
    .where('revision', '=', unbegun)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes a flow; false when the flow has begun or was removed already. */
export const removeUnbegun = async <Tables extends FlowTables>(
  db: Kysely<Tables>,
  id: FlowId,
): Promise<boolean> => {
  const { numDeletedRows } = await typed(db)
    .deleteFrom('flows')
    .where('id', '=', id)
    .where('revision', '=', unbegun)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
