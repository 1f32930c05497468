import { prepared } from '@nimbo/db/prepared'
import type { Kysely } from 'kysely'
import { errors } from './errors.ts'
import type { FlowTables } from './flow-tables.ts'

interface Sought {
  readonly names: readonly string[]
  readonly subject: string
}

const activeOf = prepared((db: Kysely<FlowTables>, { names, subject }: Sought) =>
  db
    .selectFrom('flows')
    .select('name')
    .where('name', 'in', names)
    .where('active_subject', '=', subject)
    .limit(1),
)

/**
 * Throws `FlowActive` when a flow of one of these names is active on the subject, in the caller's transaction. The engine may run
 * the conclusion of such a flow again until the flow is saved as ended.
 */
export const requireNoFlow = async <Tables extends FlowTables>(
  trx: Kysely<Tables>,
  sought: Sought,
): Promise<void> => {
  const [active] = await activeOf(trx as unknown as Kysely<FlowTables>, sought)
  if (active !== undefined) throw errors.FlowActive({ flow: active.name, subject: sought.subject })
}
