import { type RawBuilder, sql } from 'kysely'
import { type ArchivedTable, shadowOf } from '../db/schema/shadow-tables.ts'

/** A condition that selects a table's rows of these servers; `shadowed` refers to the shadow tables. */
export const rowsOfServers = (
  table: ArchivedTable,
  serverIds: readonly string[],
  { shadowed }: { readonly shadowed: boolean },
): RawBuilder<boolean> => {
  const ids = sql.join(serverIds)
  switch (table) {
    case 'instances':
      return sql<boolean>`id in (${ids})`
    case 'instance_action_events': {
      const actions = sql.table(shadowed ? shadowOf('instance_actions') : 'instance_actions')
      return sql<boolean>`action_id in (select id from ${actions} where server_id in (${ids}))`
    }
    default:
      return sql<boolean>`server_id in (${ids})`
  }
}
