import { writeClientFiles } from '@nimbo/cloud/client-files'
import { apiMigrations } from '@nimbo/compute/db/schema/api-migrations'
import type { ApiTables } from '@nimbo/compute/db/schema/api-tables'
import { cellMigrations } from '@nimbo/compute/db/schema/cell-migrations'
import type { CellTables } from '@nimbo/compute/db/schema/cell-tables'
import { openDatabase } from '@nimbo/db/open-database'
import { startTestCloud, type TestCloud, type TestCloudOptions } from '@nimbo/testkit/start-test-cloud'
import type { Kysely } from 'kysely'
import { type Outcome, runManage } from './managed-cells.testing.ts'

/** A running embedded cloud, its databases, and `nimbo manage` with its state directory. */
export interface OperatedCloud extends AsyncDisposable {
  readonly cloud: TestCloud
  readonly api: Kysely<ApiTables>
  readonly cell: Kysely<CellTables>
  /** Runs a command of `nimbo manage`. */
  manage(...words: readonly string[]): Promise<Outcome>
}

/** Starts a cloud on SQLite files: commands find these, but no other databases, by the state directory. */
export const operatedCloud = async (options: TestCloudOptions = {}): Promise<OperatedCloud> => {
  await using stack = new AsyncDisposableStack()
  const cloud = stack.use(await startTestCloud({ ...options, sqlite: true }))
  await writeClientFiles(cloud.state, cloud.access)
  const at = (name: string): string => cloud.state.file(`databases/${name}.db`)
  const api = await openDatabase<ApiTables>(`sqlite:${at('nova_api')}`, apiMigrations)
  stack.defer(() => api.destroy())
  const cell = await openDatabase<CellTables>(`sqlite:${at('nova_cell1')}`, cellMigrations)
  stack.defer(() => cell.destroy())
  const parts = stack.move()
  return {
    ...{ cloud, api, cell },
    manage: (...words) => runManage([...words, '--state-dir', cloud.directory]),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}
