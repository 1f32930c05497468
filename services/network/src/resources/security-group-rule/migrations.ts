import type { MigrationSet } from '@nimbo/db/migrate'
import { index } from '../../create-tables.ts'

/** The table was created with security groups; address groups came later. */
export const migrations: MigrationSet = {
  '0010-rules-naming-addresses': (db) => index(db, 'security_group_rules', 'remote_address_group_id'),
}
