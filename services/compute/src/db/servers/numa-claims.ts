import type { GuestTopology } from '@nimbo/contracts/compute-rpc/numa'
import type { Kysely } from 'kysely'
import type { CellTables, NumaClaimRow } from '../schema/cell-tables.ts'

/** A server's fitted topology on a host. The holder is the server, or the migration that keeps its earlier place. */
export interface NumaClaim {
  readonly holderId: string
  readonly serverId: string
  readonly host: string
  readonly node: string
  readonly topology: GuestTopology
}

const fromRow = (row: NumaClaimRow): NumaClaim => ({
  holderId: row.holder_id,
  serverId: row.server_id,
  host: row.host,
  node: row.node,
  topology: JSON.parse(row.topology) as GuestTopology,
})

const mostOfAHost = 5_000

/** The NUMA topologies of servers as hosts have claimed them; servers without a topology have no row. */
export const numaClaims = (db: Kysely<CellTables>) => ({
  put: async ({ holderId, serverId, host, node, topology }: NumaClaim): Promise<void> => {
    const claimed = { server_id: serverId, node, topology: JSON.stringify(topology) }
    await db
      .insertInto('numa_claims')
      .values({ holder_id: holderId, host, ...claimed })
      .onConflict((conflict) => conflict.columns(['holder_id', 'host']).doUpdateSet(claimed))
      .execute()
  },

  remove: async (host: string, holderId: string): Promise<void> => {
    await db.deleteFrom('numa_claims').where('holder_id', '=', holderId).where('host', '=', host).execute()
  },

  /** Deletes the claims of a host that was removed from the cloud. */
  removeOf: async (host: string): Promise<void> => {
    await db.deleteFrom('numa_claims').where('host', '=', host).execute()
  },

  /** The topology that a holder has claimed on a host. */
  find: async (host: string, holderId: string): Promise<GuestTopology | undefined> => {
    const row = await db
      .selectFrom('numa_claims')
      .selectAll()
      .where('holder_id', '=', holderId)
      .where('host', '=', host)
      .executeTakeFirst()
    return row && fromRow(row).topology
  },

  /** The claims of a host, oldest server first. */
  onHost: async (host: string): Promise<readonly NumaClaim[]> => {
    const rows = await db
      .selectFrom('numa_claims')
      .selectAll()
      .where('host', '=', host)
      .orderBy('holder_id')
      .limit(mostOfAHost)
      .execute()
    return rows.map(fromRow)
  },
})

/** Creates the column for the NUMA cells of hosts, and the table for the claims on them. */
export const createNuma = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.alterTable('compute_nodes').addColumn('numa_topology', 'text').execute()
  await db.schema
    .createTable('numa_claims')
    .addColumn('holder_id', 'text', (column) => column.notNull())
    .addColumn('server_id', 'text', (column) => column.notNull())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('node', 'text', (column) => column.notNull())
    .addColumn('topology', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('numa_claims_key', ['holder_id', 'host'])
    .execute()
  await db.schema.createIndex('numa_claims_by_host').on('numa_claims').column('host').execute()
}
