import { prepared } from '@nimbo/db/prepared'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { CellTables } from '../schema/cell-tables.ts'

/** Tasks besides builds that cause disk I/O on a host. */
const busyTasks: readonly string[] = [
  'resize_prep',
  'resize_migrating',
  'rebuilding',
  'image_snapshot',
  'image_backup',
  'rescuing',
  'unshelving',
]

const countBusy = prepared((db: Kysely<CellTables>, _all: Record<never, never>) =>
  db
    .selectFrom('instances')
    .select(({ fn }) => ['host', fn.countAll<number>().as('servers')])
    .where('task_state', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('host', 'is not', null)
    .where(({ or, eb }) =>
      or([eb('vm_state', '=', 'building'), sql<SqlBool>`task_state in (${sql.join(busyTasks)})`]),
    )
    .groupBy('host'),
)

const countAll = prepared((db: Kysely<CellTables>, _all: Record<never, never>) =>
  db
    .selectFrom('instances')
    .select(({ fn }) => ['host', fn.countAll<number>().as('servers')])
    .where('deleted_at', 'is', null)
    .where('host', 'is not', null)
    .groupBy('host'),
)

const countAtWork = prepared((db: Kysely<CellTables>, _all: Record<never, never>) =>
  db
    .selectFrom('instances')
    .select(({ fn }) => ['host', 'node', fn.countAll<number>().as('servers')])
    .where('task_state', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('host', 'is not', null)
    .groupBy(['host', 'node']),
)

const byHost = (
  rows: readonly { readonly host: string | null; readonly servers: number }[],
): ReadonlyMap<string, number> => new Map(rows.map(({ host, servers }) => [host ?? '', Number(servers)]))

/** Data about the servers of a cell's hosts, in one query for all hosts. */
export const serversOfHosts = (db: Kysely<CellTables>) => ({
  /** How many servers with I/O each host has; idle hosts are absent. */
  busy: async (): Promise<ReadonlyMap<string, number>> => byHost(await countBusy(db, {})),

  /** How many servers with a task a node has. */
  atWork: async (): Promise<(host: string, node: string) => number> => {
    const ofNodes = new Map(
      (await countAtWork(db, {})).map(({ host, node, servers }) => [`${host} ${node}`, Number(servers)]),
    )
    return (host, node) => ofNodes.get(`${host} ${node}`) ?? 0
  },

  count: async (): Promise<ReadonlyMap<string, number>> => byHost(await countAll(db, {})),

  /** Properties of the images that the hosts' servers were created from. */
  imageProperties: async (): Promise<ReadonlyMap<string, readonly Readonly<Record<string, string>>[]>> => {
    const rows = await db
      .selectFrom('instances')
      .select(['host', 'image_properties'])
      .where('deleted_at', 'is', null)
      .where('host', 'is not', null)
      .limit(100_000)
      .execute()
    const properties = new Map<string, Readonly<Record<string, string>>[]>()
    for (const { host, image_properties } of rows) {
      const known = properties.get(host ?? '') ?? []
      known.push(JSON.parse(image_properties))
      properties.set(host ?? '', known)
    }
    return properties
  },
})

/** An index for the few servers with a task, and the column for failed builds. */
export const createHostFacts = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index instances_at_work on instances (host) where task_state is not null and deleted_at is null`.execute(
    db,
  )
  await db.schema
    .alterTable('compute_nodes')
    .addColumn('failed_builds', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}

/** Lets SQLite count servers with a task from the index alone; with an index on hosts it would scan all servers. */
export const indexServersAtWork = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.dropIndex('instances_at_work').execute()
  await sql`create index instances_at_work on instances (deleted_at, host, vm_state, task_state) where task_state is not null`.execute(
    db,
  )
}
