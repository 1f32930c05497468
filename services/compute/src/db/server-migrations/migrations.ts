import {
  liveStatuses,
  type Migration,
  type MigrationStatus,
  type MigrationType,
  migration,
} from '@nimbo/contracts/compute/migration-kind'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import { newId } from '@nimbo/kernel/ids'
import { type FiltersOf, repository, type Selection } from '@nimbo/resource/rows/repository'
import { rowCodec } from '@nimbo/resource/rows/row-codec'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { CellTables } from '../schema/cell-tables.ts'
import { nextNumber } from '../counter.ts'

export type { Migration, MigrationStatus, MigrationType }

const codec = rowCodec(migration)
const rows = repository(migration, {
  visibleTo: (projectId) => sql<SqlBool>`project_id = ${projectId}`,
})

/** Fields that are unknown when a migration starts. */
type Later = 'source_node' | 'dest_compute' | 'dest_node' | 'dest_host' | 'old_flavor' | 'new_flavor'
type Progress = `${'memory' | 'disk'}_${'total' | 'processed' | 'remaining'}`

/** A new migration record. */
export type NewMigration = Pick<
  Migration,
  'server_id' | 'project_id' | 'user_id' | 'migration_type' | 'status' | 'source_compute'
> &
  Partial<Pick<Migration, Later | 'hidden'>> & {
    /** Set by a caller that may repeat the call. */
    readonly id?: string
  }

export type MigrationChanges = Partial<Pick<Migration, Later | Progress | 'status'>>

export interface MigrationPage {
  readonly filters?: FiltersOf<typeof migration>
  /** Only migrations from or to this host. */
  readonly host?: string
  readonly changesSince?: string
  readonly changesBefore?: string
  readonly limit: number
  /** The last migration on the previous page. */
  readonly after?: Migration
}

const nothingYet = {
  source_node: null,
  dest_compute: null,
  dest_node: null,
  dest_host: null,
  old_flavor: null,
  new_flavor: null,
  hidden: false,
  memory_total: null,
  memory_processed: null,
  memory_remaining: null,
  disk_total: null,
  disk_processed: null,
  disk_remaining: null,
}

/** The time of the last change, or of the creation. */
const changed = sql`coalesce(updated_at, created_at)`

const conditionsOf = ({ host, changesSince, changesBefore, after }: MigrationPage) => [
  ...(host === undefined ? [] : [sql<SqlBool>`(source_compute = ${host} or dest_compute = ${host})`]),
  ...(changesSince === undefined ? [] : [sql<SqlBool>`${changed} >= ${changesSince}`]),
  ...(changesBefore === undefined ? [] : [sql<SqlBool>`${changed} <= ${changesBefore}`]),
  ...(after === undefined
    ? []
    : [
        sql<SqlBool>`(created_at < ${after.created_at} or (created_at = ${after.created_at} and id < ${after.id}))`,
      ]),
]

const newestFirst: Selection = {
  sort: [
    { attribute: 'created_at', direction: 'desc' },
    { attribute: 'id', direction: 'desc' },
  ],
}

/** The migrations of a cell's servers. `db` may be a transaction. */
export const migrations = (db: Kysely<CellTables>, clock: Clock) => {
  /** The latest of a server's migrations in one of these statuses. */
  const newest = async (
    serverId: string,
    statuses: readonly MigrationStatus[],
  ): Promise<Migration | undefined> => {
    const filters = { server_id: [serverId], status: statuses }
    const [found] = await rows.list(db, 'all', filters, { ...newestFirst, limit: 1 })
    return found
  }

  return {
    /** The next migration number of the cell. To be called before the transaction, like a server's number. */
    newNumber: (): Promise<number> => nextNumber(db, 'migrations'),

    /** Inserts a migration. If the id exists, nothing changes and the existing one is returned. */
    create: async (number: number, begun: NewMigration): Promise<Migration> => {
      const id = begun.id ?? newId()
      const whole = { ...nothingYet, ...begun, id, number, created_at: timestamp(clock), updated_at: null }
      const made = (await rows.insert(db, whole)) ?? (await rows.plain(db, 'all', id))
      if (!made) throw new Error(`migration ${id} could not be recorded`)
      return made
    },

    find: (id: string): Promise<Migration | undefined> => rows.get(db, 'all', id),

    /** The server's migration with a number, which is its id in the API. */
    findByNumber: async (serverId: string, number: number): Promise<Migration | undefined> => {
      const [found] = await rows.list(db, 'all', { server_id: [serverId], number: [number] })
      return found
    },

    newest,

    /** A server's running live migrations, newest first. */
    liveOf: (serverId: string): Promise<readonly Migration[]> =>
      rows.list(
        db,
        'all',
        { server_id: [serverId], migration_type: ['live-migration'], status: liveStatuses, hidden: [false] },
        { ...newestFirst, limit: 100 },
      ),

    /** A page of migrations, newest first. */
    list: (page: MigrationPage): Promise<readonly Migration[]> =>
      rows.list(db, 'all', page.filters ?? {}, {
        ...newestFirst,
        limit: page.limit,
        where: conditionsOf(page),
      }),

    /**
     * Changes a migration if its status is in `from`; otherwise false, without a change. Only the caller that gets true
     * may take the next step.
     */
    change: async (
      id: string,
      { from, to }: { readonly from: readonly MigrationStatus[]; readonly to: MigrationChanges },
    ): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('migrations')
        .set({ ...codec.toRow(to), updated_at: timestamp(clock) })
        .where('id', '=', id)
        .where('status', 'in', from)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}
