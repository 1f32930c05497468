import type { MigrationSet } from '@nimbo/db/migrate'
import { identityMigrations } from './db/migrations.ts'

/** The service's databases, by the names operators know. */
export const schemas: readonly { readonly database: string; readonly migrations: MigrationSet }[] = [
  { database: 'keystone', migrations: identityMigrations },
]
