import { type TestDatabase, testDatabase } from '@nimbo/testing/test-database'
import type { FlowTables } from './flow-tables.ts'
import { flowsDueMigration } from './flows-due-migration.ts'
import { flowsMigration } from './flows-migration.ts'

/** An empty flow table for tests. */
export const flowDatabase = (): Promise<TestDatabase<FlowTables>> =>
  testDatabase<FlowTables>({ '0001-flows': flowsMigration, '0002-flows-due': flowsDueMigration })
