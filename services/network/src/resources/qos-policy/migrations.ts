import type { MigrationSet } from '@nimbo/db/migrate'
import { type Kysely, sql } from 'kysely'
import { index, standard, withColumns } from '../../create-tables.ts'

const rules = [
  { table: 'bandwidth_limit_rules', numbers: ['max_kbps', 'max_burst_kbps'], texts: ['direction'] },
  { table: 'dscp_marking_rules', numbers: ['dscp_mark'], texts: [] },
  { table: 'minimum_bandwidth_rules', numbers: ['min_kbps'], texts: ['direction'] },
  { table: 'packet_rate_limit_rules', numbers: ['max_kpps', 'max_burst_kpps'], texts: ['direction'] },
  { table: 'minimum_packet_rate_rules', numbers: ['min_kpps'], texts: ['direction'] },
] as const

const createPolicies = async (db: Kysely<unknown>): Promise<void> => {
  const policies = withColumns(standard(db, 'policies'), 'text', ['name', 'description'])
  await withColumns(policies, 'integer', ['shared', 'is_default']).execute()
  await index(db, 'policies', 'project_id')
  for (const { table, numbers, texts } of rules) {
    const created = db.schema.createTable(table).addColumn('id', 'text', (column) => column.primaryKey())
    await withColumns(withColumns(created, 'text', ['qos_policy_id', ...texts]), 'integer', numbers)
      .addForeignKeyConstraint(`${table}_policy`, ['qos_policy_id'], 'policies', ['id'], (key) =>
        key.onDelete('cascade'),
      )
      .execute()
    await index(db, table, 'qos_policy_id')
  }
  for (const table of ['ports', 'networks']) {
    await db.schema.alterTable(table).addColumn('qos_policy_id', 'text').execute()
    await index(db, table, 'qos_policy_id')
  }
}

/** Adds policies of floating IPs and gateways. Few of these have a policy, so the indexes contain only those. */
const addPoliciesOfAddresses = async (db: Kysely<unknown>): Promise<void> => {
  for (const table of ['floatingips', 'router_gateways']) {
    await db.schema.alterTable(table).addColumn('qos_policy_id', 'text').execute()
    await db.schema
      .createIndex(`${table}_qos_policy_id`)
      .on(table)
      .column('qos_policy_id')
      .where(sql.ref('qos_policy_id'), 'is not', null)
      .execute()
  }
}

export const migrations: MigrationSet = {
  '0053-qos-policies': createPolicies,
  '0104-qos-policies-of-addresses': addPoliciesOfAddresses,
}
