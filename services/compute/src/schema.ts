import type { MigrationSet } from '@nimbo/db/migrate'
import { apiMigrations } from './db/api-migrations.ts'
import { cellMigrations } from './db/cell-migrations.ts'

/** The databases of compute that there is one of, by the names operators know. */
export const schemas: readonly { readonly database: string; readonly migrations: MigrationSet }[] = [
  { database: 'nova_api', migrations: apiMigrations },
]

/** The tables of every cell's database, cell0's included. */
export const cellSchema: MigrationSet = cellMigrations
