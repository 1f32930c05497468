import { randomUUID } from 'node:crypto'
import type { MigrationSet } from '@nimbo/db/migrate'
import { type Kysely, sql } from 'kysely'
import { withColumns } from '../../create-tables.ts'

/** Neutron's defaults: groups allow all egress; default groups also allow ingress from their members. */
const writeUsualRules = async (db: Kysely<unknown>): Promise<void> => {
  for (const ethertype of ['IPv4', 'IPv6'])
    for (const [direction, remote, others] of [
      ['egress', null, 1],
      ['ingress', 'PARENT', 0],
    ] as const)
      await sql`insert into default_security_group_rules
        (id, direction, ethertype, description, remote_group_id, used_in_default_sg, used_in_non_default_sg)
        values (${randomUUID()}, ${direction}, ${ethertype}, '', ${remote}, 1, ${others})`.execute(db)
}

const createRules = async (db: Kysely<unknown>): Promise<void> => {
  const table = db.schema
    .createTable('default_security_group_rules')
    .addColumn('id', 'text', (column) => column.primaryKey())
  const described = withColumns(
    table,
    'text',
    ['direction', 'ethertype', 'description'],
    ['protocol', 'remote_ip_prefix', 'remote_group_id', 'remote_address_group_id'],
  )
  await withColumns(
    described,
    'integer',
    ['used_in_default_sg', 'used_in_non_default_sg'],
    ['port_range_min', 'port_range_max'],
  ).execute()
  await writeUsualRules(db)
}

export const migrations: MigrationSet = { '0055-default-security-group-rules': createRules }
