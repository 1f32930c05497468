import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apiMigrations } from '@nimbo/compute/db/schema/api-migrations'
import type { ApiTables } from '@nimbo/compute/db/schema/api-tables'
import { cell0Id } from '@nimbo/compute/db/cells/cell-mappings'
import { cellMigrations } from '@nimbo/compute/db/schema/cell-migrations'
import type { CellTables } from '@nimbo/compute/db/schema/cell-tables'
import { computeNodes } from '@nimbo/compute/db/hosts/compute-nodes'
import { instances } from '@nimbo/compute/db/servers/instances'
import { services } from '@nimbo/compute/db/hosts/services'
import { sampleServer } from '@nimbo/compute/domain/servers/server.testing'
import { openDatabase } from '@nimbo/db/open-database'
import { systemClock as clock } from '@nimbo/kernel/clock'
import type { ServerId } from '@nimbo/kernel/ids'
import { cloudDatabases } from '@nimbo/testkit/cloud-databases'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import type { Kysely } from 'kysely'
import { manage } from './manage.ts'

/** The exit code and output of a command. */
export interface Outcome {
  readonly code: number
  readonly said: string
  readonly complained: string
}

/** A cell of the test's cloud; its functions write to its database as conductors do. */
export interface StoryCell {
  readonly id: string
  readonly database: string
  readonly transport: string
  readonly db: Kysely<CellTables>
  /** Records a heartbeat of a host's agent, and of its hypervisor unless `hypervisor` is false. */
  hostReports(host: string, told?: { readonly hypervisor: boolean }): Promise<void>
  /** Inserts a server without a mapping; `age` is in seconds. */
  addServer(parts?: { readonly host?: string; readonly age?: number }): Promise<ServerId>
  deleteServer(id: ServerId): Promise<void>
}

/** The databases of a cloud with cell0 and two cells, and `nimbo manage` with the configuration of nova in the first cell. */
export interface ManagedCells extends AsyncDisposable {
  readonly api: Kysely<ApiTables>
  readonly cell0: { readonly id: string; readonly database: string }
  readonly cell1: StoryCell
  readonly cell2: StoryCell
  /** Runs a command of `nimbo manage`. */
  manage(...words: readonly string[]): Promise<Outcome>
  /** Runs a command of `nimbo manage cell_v2`. */
  cellV2(...words: readonly string[]): Promise<Outcome>
  /** Creates an empty database for a cell; resolves to its URL. */
  newDatabase(name: string): Promise<string>
}

export const brokerOf = (cell: string): string => `rabbit://nova:secret@broker1,nova:secret@broker2/${cell}`

/** Runs a command of `nimbo manage` in this process. */
export const runManage = async (words: readonly string[]): Promise<Outcome> => {
  let [said, complained] = ['', '']
  const code = await manage(words, {
    say: (text) => {
      said += text
    },
    complain: (text) => {
      complained += text
    },
  })
  return { code, said, complained }
}

const hypervisor = {
  ...{
    vcpus: 4,
    memory_mb: 4096,
    disk_gb: 40,
    vcpus_used: 0,
    memory_mb_used: 0,
    disk_gb_used: 0,
    running_vms: 0,
  },
  ...{ hypervisor_type: 'fake', hypervisor_version: 1, cpu_info: '{}', supported_instances: '[]' },
  host_ip: '127.0.0.1',
}

const storyCell = (place: Pick<StoryCell, 'id' | 'database' | 'transport' | 'db'>): StoryCell => {
  const { db } = place
  return {
    ...place,
    hostReports: async (host, told = { hypervisor: true }) => {
      const { id } = await services(db, clock).ensure(host, 'nova-compute', 1)
      if (told.hypervisor)
        await computeNodes(db, clock).report({
          id: randomUUID(),
          service_id: id,
          host,
          node: host,
          ...hypervisor,
        })
    },
    addServer: async ({ host = 'host-1', age = 0 } = {}) => {
      const number = await instances(db, clock).newNumber()
      const createdAt = new Date(Date.UTC(2026, 0, 1) - age * 1_000).toISOString()
      const server = sampleServer({ number, host, node: host, createdAt })
      await instances(db, clock).create(server)
      return server.id
    },
    deleteServer: async (id) => {
      await instances(db, clock).markDeleted(id)
    },
  }
}

/** Uses the databases that the environment selects: SQLite files, or PostgreSQL. */
export const managedCells = async (): Promise<ManagedCells> => {
  await using stack = new AsyncDisposableStack()
  const home = stack.use(await temporaryDirectory())
  const databases = cloudDatabases(home.path, home.path)
  stack.defer(() => databases.drop())
  const open = async <Tables>(url: string, migrations: typeof apiMigrations): Promise<Kysely<Tables>> => {
    const db = await openDatabase<Tables>(url, migrations, { poolSize: 1 })
    stack.defer(() => db.destroy())
    return db
  }
  const apiUrl = await databases.url('nova_api', apiMigrations)
  const newDatabase = (name: string): Promise<string> => databases.url(name, cellMigrations)
  const [database0, database1, database2] = [
    await newDatabase('nova_cell0'),
    await newDatabase('nova_cell1'),
    await newDatabase('nova_cell2'),
  ]
  await writeFile(
    join(home.path, 'nova.conf'),
    `[DEFAULT]\ntransport_url = ${brokerOf('cell1')}\n[database]\nconnection = ${database1}\n[api_database]\nconnection = ${apiUrl}\n`,
  )
  const run = (...words: readonly string[]) => runManage([...words, '--config-dir', home.path])
  const succeed = async (...words: readonly string[]): Promise<string> => {
    const { code, said, complained } = await run(...words)
    assert.equal(code, 0, complained)
    return said.trim().split('\n').at(-1) ?? ''
  }
  const api = await open<ApiTables>(apiUrl, apiMigrations)
  await succeed('cell_v2', 'map_cell0', '--database_connection', database0)
  const cell = async (name: string, database: string, ...words: readonly string[]) =>
    storyCell({
      id: await succeed('cell_v2', 'create_cell', '--name', name, '--verbose', ...words),
      ...{ database, transport: brokerOf(name), db: await open<CellTables>(database, cellMigrations) },
    })
  const cell1 = await cell('cell1', database1)
  const cell2 = await cell(
    ...([
      'cell2',
      database2,
      '--database_connection',
      database2,
      '--transport-url',
      brokerOf('cell2'),
    ] as const),
  )
  const parts = stack.move()
  return {
    ...{ api, cell0: { id: cell0Id, database: database0 }, cell1, cell2, newDatabase },
    manage: run,
    cellV2: (...words) => run('cell_v2', ...words),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

/** The rows of a printed table, without its header. */
export const rowsOf = (table: string): readonly (readonly string[])[] =>
  table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(1)
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((value) => value.trim()),
    )
