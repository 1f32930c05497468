import { type Kysely, sql } from 'kysely'
import type { IdentityTables } from '../../db/tables.ts'

type Db = Kysely<IdentityTables>
const most = 10_000

/** Associations of projects with endpoints and with endpoint groups. */
const ties = (table: 'project_endpoints' | 'project_endpoint_groups', column: string) => {
  const { name, tied } = { name: sql.table(table), tied: sql.ref(column) }
  return {
    add: async (db: Db, projectId: string, id: string): Promise<void> => {
      await sql`insert into ${name} (project_id, ${tied}) values (${projectId}, ${id}) on conflict do nothing`.execute(
        db,
      )
    },
    has: async (db: Db, projectId: string, id: string): Promise<boolean> => {
      const { rows } =
        await sql`select 1 from ${name} where project_id = ${projectId} and ${tied} = ${id} limit 1`.execute(
          db,
        )
      return rows.length > 0
    },
    /** Returns whether it existed. */
    remove: async (db: Db, projectId: string, id: string): Promise<boolean> => {
      const { numAffectedRows } =
        await sql`delete from ${name} where project_id = ${projectId} and ${tied} = ${id}`.execute(db)
      return (numAffectedRows ?? 0n) > 0n
    },
    ofProject: async (db: Db, projectId: string): Promise<string[]> => {
      const { rows } = await sql<{ id: string }>`
        select ${tied} as id from ${name} where project_id = ${projectId} order by ${tied} limit ${most}`.execute(
        db,
      )
      return rows.map(({ id }) => id)
    },
    projectsOf: async (db: Db, id: string): Promise<string[]> => {
      const { rows } = await sql<{ id: string }>`
        select project_id as id from ${name} where ${tied} = ${id} order by project_id limit ${most}`.execute(
        db,
      )
      return rows.map(({ id }) => id)
    },
  }
}

export const tiedEndpoints = ties('project_endpoints', 'endpoint_id')
export const tiedGroups = ties('project_endpoint_groups', 'endpoint_group_id')
