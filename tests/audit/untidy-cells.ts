import assert from 'node:assert/strict'
import { join } from 'node:path'
import { apiMigrations } from '@nimbo/compute/db/schema/api-migrations'
import type { ApiTables } from '@nimbo/compute/db/schema/api-tables'
import { cellMigrations } from '@nimbo/compute/db/schema/cell-migrations'
import type { CellTables } from '@nimbo/compute/db/schema/cell-tables'
import type { MigrationSet } from '@nimbo/db/migrate'
import { openDatabase } from '@nimbo/db/open-database'
import { quotedName, runOnPostgresql } from '@nimbo/db/run-on-postgresql'
import type { Client } from '@nimbo/testkit/client'
import { type DistributedCloud, startDistributedCloud } from '@nimbo/testkit/distributed-cloud'
import { eventually } from '@nimbo/testing/eventually'
import { signInByCatalog } from '@nimbo/testkit/sign-in-by-catalog'
import type { Kysely } from 'kysely'
import { openStock, type UntidyBooks, untidyBooks } from './untidy-books.ts'

/** A cloud of many processes with two cells of two hosts, in whose databases tests make inconsistencies. */
export interface UntidyCells extends AsyncDisposable {
  readonly cloud: DistributedCloud
  readonly admin: Client
  /** For cell1 and cell2. */
  readonly books: readonly [UntidyBooks, UntidyBooks]
  /** Closes all connections to the database of cell2 and refuses new ones, or allows them again. */
  secondCell(is: 'down' | 'up'): Promise<void>
}

const secondDatabase = 'nova_cell2'

const openBooks = async ({ postgresql }: DistributedCloud, stack: AsyncDisposableStack) => {
  const open = async <Tables>(name: string, migrations: MigrationSet): Promise<Kysely<Tables>> => {
    const url = new URL(postgresql.url)
    url.pathname = `/${name}`
    const db = await openDatabase<Tables>(url.href, migrations)
    stack.defer(() => db.destroy())
    return db
  }
  return {
    api: await open<ApiTables>('nova_api', apiMigrations),
    cell0: await open<CellTables>('nova_cell0', cellMigrations),
    cell1: await open<CellTables>('nova_cell1', cellMigrations),
    cell2: await open<CellTables>(secondDatabase, cellMigrations),
  }
}

/** The number of flows with this subject in a database that have not ended. */
const flowsOf = async (db: Kysely<CellTables>, subject: string): Promise<number> => {
  const flows = db.selectFrom('flows').select('id').where('subject', '=', subject)
  return (await flows.where('wake_at', 'is not', null).execute()).length
}

export const startUntidyCells = async (): Promise<UntidyCells> => {
  await using stack = new AsyncDisposableStack()
  const cloud = stack.use(
    await startDistributedCloud({
      ...{ cells: 2, hostsPerCell: 2 },
      // The conductor and the hosts have their own processes; how the other roles are divided does not matter here.
      together: [
        [
          ...['keystone', 'placement-api', 'glance-api', 'neutron-server'],
          ...['cinder-api', 'cinder-scheduler', 'cinder-volume', 'nova-api', 'nova-scheduler'],
        ],
      ],
    }),
  )
  const { cell1, cell2, ...common } = await openBooks(cloud, stack)
  const admin = await signInByCatalog(cloud.identityUrl, {
    ...{ username: 'admin', password: cloud.adminPassword, project: 'admin' },
  })
  const stock = await openStock(admin)
  const booksOf = (name: string, cell: Kysely<CellTables>): UntidyBooks =>
    untidyBooks(
      {
        ...{ admin, ...common, cell, hosts: [`${name}-host1`, `${name}-host2`] },
        disksOf: async (host) => join(cloud.directory, 'hosts', host, 'instances', host),
        settled: (serverId) =>
          eventually(async () => {
            const api = common.api as unknown as Kysely<CellTables>
            assert.equal((await flowsOf(api, serverId)) + (await flowsOf(cell, serverId)), 0)
          }),
      },
      stock,
    )
  const books = [booksOf('cell1', cell1), booksOf('cell2', cell2)] as const
  const secondCell = (is: 'down' | 'up'): Promise<void> =>
    runOnPostgresql(cloud.postgresql.url, async (run) => {
      await run(`alter database ${quotedName(secondDatabase)} allow_connections ${is === 'up'}`)
      await run('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [secondDatabase])
    })
  const parts = stack.move()
  return { cloud, admin, books, secondCell, [Symbol.asyncDispose]: () => parts.disposeAsync() }
}
