import type { MigrationSet } from '@nimbo/db/migrate'
import { putInKeyOrder } from '@nimbo/db/put-in-key-order'
import type { Kysely } from 'kysely'
import { index, standard, withColumns } from '../../create-tables.ts'

const createSecurityGroups = async (db: Kysely<unknown>): Promise<void> => {
  await withColumns(standard(db, 'security_groups'), 'text', ['name', 'description'], ['default_of'])
    .addColumn('stateful', 'integer', (column) => column.notNull())
    .addColumn('shared', 'integer', (column) => column.notNull().defaultTo(0))
    .addUniqueConstraint('security_groups_default', ['default_of'])
    .execute()
  await index(db, 'security_groups', 'project_id')
  const rules = withColumns(
    standard(db, 'security_group_rules'),
    'text',
    ['security_group_id', 'direction', 'ethertype', 'description', 'identity'],
    ['protocol', 'remote_ip_prefix', 'remote_group_id', 'remote_address_group_id'],
  )
  await withColumns(rules, 'integer', [], ['port_range_min', 'port_range_max'])
    .addForeignKeyConstraint('rules_group', ['security_group_id'], 'security_groups', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .addUniqueConstraint('rules_identity', ['security_group_id', 'identity'])
    .execute()
  await index(db, 'security_group_rules', 'project_id')
  await index(db, 'security_group_rules', 'remote_group_id')
  await withColumns(db.schema.createTable('port_security_groups'), 'text', ['port_id', 'security_group_id'])
    .addPrimaryKeyConstraint('port_security_groups_pair', ['port_id', 'security_group_id'])
    .addForeignKeyConstraint('members_port', ['port_id'], 'ports', ['id'], (key) => key.onDelete('cascade'))
    .addForeignKeyConstraint('members_group', ['security_group_id'], 'security_groups', ['id'])
    .execute()
  await index(db, 'port_security_groups', 'security_group_id')
}

const keepMembersInKeyOrder = async (db: Kysely<unknown>): Promise<void> => {
  const columns = ['port_id', 'security_group_id']
  await putInKeyOrder(db, {
    ...{ table: 'port_security_groups', columns },
    build: (created) =>
      withColumns(created, 'text', columns)
        .addPrimaryKeyConstraint('port_security_groups_pair', columns)
        .addForeignKeyConstraint('members_port', ['port_id'], 'ports', ['id'], (key) =>
          key.onDelete('cascade'),
        )
        .addForeignKeyConstraint('members_group', ['security_group_id'], 'security_groups', ['id']),
    index: () => index(db, 'port_security_groups', 'security_group_id'),
  })
}

export const migrations: MigrationSet = {
  '0004-security-groups': createSecurityGroups,
  '0103-members-in-key-order': keepMembersInKeyOrder,
}
