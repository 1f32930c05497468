import { randomUUID } from 'node:crypto'
import type { MigrationSet } from '@nimbo/db/migrate'
import { type Kysely, sql } from 'kysely'
import { index, withColumns } from '../../create-tables.ts'
import { asExternal, asShared, everyone } from './rbac-policies.ts'

interface Known {
  readonly id: string
  readonly project_id: string
}

/** Creates the policies of objects that were shared before there were RBAC policies. */
const describeSharing = async (db: Kysely<unknown>): Promise<void> => {
  for (const [column, action] of [
    ['shared', asShared],
    ['router_external', asExternal],
  ] as const) {
    const { rows } =
      await sql<Known>`select id, project_id from networks where ${sql.ref(column)} = 1`.execute(db)
    for (const { id, project_id } of rows)
      await sql`insert into rbac_policies (id, project_id, object_type, object_id, action, target_tenant)
        values (${randomUUID()}, ${project_id}, 'network', ${id}, ${action}, ${everyone})`.execute(db)
  }
}

const createRbacPolicies = async (db: Kysely<unknown>): Promise<void> => {
  const table = db.schema
    .createTable('rbac_policies')
    .addColumn('id', 'text', (column) => column.primaryKey())
  const columns = ['project_id', 'object_type', 'object_id', 'action', 'target_tenant']
  await withColumns(table, 'text', columns)
    .addUniqueConstraint('rbac_policies_same', ['object_type', 'object_id', 'action', 'target_tenant'])
    .execute()
  await index(db, 'rbac_policies', 'target_tenant', 'object_type')
  await index(db, 'rbac_policies', 'project_id')
  await describeSharing(db)
}

export const migrations: MigrationSet = { '0050-rbac-policies': createRbacPolicies }
