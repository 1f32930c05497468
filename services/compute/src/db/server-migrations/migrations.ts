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

/** What was not known when the migration began. */
type Later = 'source_node' | 'dest_compute' | 'dest_node' | 'dest_host' | 'old_flavor' | 'new_flavor'
type Progress = `${'memory' | 'disk'}_${'total' | 'processed' | 'remaining'}`

/** A migration as whoever begins it describes it. */
export type NewMigration = Pick<
  Migration,
  'server_id' | 'project_id' | 'user_id' | 'migration_type' | 'status' | 'source_compute'
> &
  Partial<Pick<Migration, Later | 'hidden'>> & {
    /** Chosen beforehand by who may come to this point a second time. */
    readonly id?: string
  }

export type MigrationChanges = Partial<Pick<Migration, Later | Progress | 'status'>>

export interface MigrationPage {
  readonly filters?: FiltersOf<typeof migration>
  /** It came from this host, or went there. */
  readonly host?: string
  readonly changesSince?: string
  readonly changesBefore?: string
  readonly limit: number
  /** The last one of the page before. */
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

/** When it changed last: when it began, unless something changed since. */
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

/** The migrations of a cell's servers, kept where the server is. Given a transaction, works inside it. */
export const migrations = (db: Kysely<CellTables>, clock: Clock) => {
  /** The newest of a server's in one of these statuses. */
  const newest = async (
    serverId: string,
    statuses: readonly MigrationStatus[],
  ): Promise<Migration | undefined> => {
    const filters = { server_id: [serverId], status: statuses }
    const [found] = await rows.list(db, 'all', filters, { ...newestFirst, limit: 1 })
    return found
  }

  return {
    /** A number no other migration of the cell has. Take it before a transaction, as that of a server. */
    newNumber: (): Promise<number> => nextNumber(db, 'migrations'),

    /** Records that a migration began. Under an id that is known already nothing changes, and the known one is given. */
    create: async (number: number, begun: NewMigration): Promise<Migration> => {
      const id = begun.id ?? newId()
      const whole = { ...nothingYet, ...begun, id, number, created_at: timestamp(clock), updated_at: null }
      const made = (await rows.insert(db, whole)) ?? (await rows.plain(db, 'all', id))
      if (!made) throw new Error(`migration ${id} could not be recorded`)
      return made
    },

    find: (id: string): Promise<Migration | undefined> => rows.get(db, 'all', id),

    /** The one a server has under a number, which is how the API names it. */
    findByNumber: async (serverId: string, number: number): Promise<Migration | undefined> => {
      const [found] = await rows.list(db, 'all', { server_id: [serverId], number: [number] })
      return found
    },

    newest,

    /** A server's live migrations that are under way, newest first. */
    liveOf: (serverId: string): Promise<readonly Migration[]> =>
      rows.list(
        db,
        'all',
        { server_id: [serverId], migration_type: ['live-migration'], status: liveStatuses, hidden: [false] },
        { ...newestFirst, limit: 100 },
      ),

    /** Newest first. */
    list: (page: MigrationPage): Promise<readonly Migration[]> =>
      rows.list(db, 'all', page.filters ?? {}, {
        ...newestFirst,
        limit: page.limit,
        where: conditionsOf(page),
      }),

    /**
     * Changes a migration if it is in one of the statuses `from`; false, and no change, when it is not. The caller's next
     * step is its own then: somebody else has taken the migration further.
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
