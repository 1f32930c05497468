import type { FlowTables } from '@nimbo/durable/flow-tables'
import type { Kysely } from 'kysely'
import type { SeenFlow } from '../picture.ts'
import { everyRow } from './every-row.ts'

/** The unfinished flows of one database. */
export const lookIntoFlows = async <Tables extends FlowTables>(
  db: Kysely<Tables>,
  cellId: string | null,
): Promise<readonly SeenFlow[]> => {
  const rows = await everyRow(
    (db as unknown as Kysely<FlowTables>)
      .selectFrom('flows')
      .select(['id', 'name', 'subject', 'state', 'lease_expires_at', 'wake_at', 'deadline_at'])
      .where('wake_at', 'is not', null),
    'id',
  )
  return rows.map(({ id, name, subject, state, lease_expires_at, wake_at, deadline_at }) => ({
    ...{ id, name, subject, state, cellId },
    leaseExpiresAt: lease_expires_at,
    wakeAt: wake_at ?? deadline_at,
    deadlineAt: deadline_at,
  }))
}
