import { type Kysely, sql } from 'kysely'
import type { CellTables } from '../schema/cell-tables.ts'

export interface WantedName {
  readonly name: string
  /** If undefined, servers of any project match. */
  readonly projectId?: string
}

/** Ids of the servers of a cell with a name, ignoring case. */
export const serversNamed = async (
  db: Kysely<CellTables>,
  { name, projectId }: WantedName,
): Promise<readonly string[]> => {
  const query = db
    .selectFrom('instances')
    .select('id')
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(2)
  const rows = await (projectId === undefined ? query : query.where('project_id', '=', projectId)).execute()
  return rows.map(({ id }) => id)
}
