import { prepared } from '@nimbo/db/prepared'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { ApiTables, InstanceMappingRow } from '../schema/api-tables.ts'

/** A page of the servers of a cell, by creation time. */
export interface MappingPage {
  readonly projectId: string | undefined
  readonly order: 'asc' | 'desc'
  readonly limit: number
  /** The last server of the previous page. */
  readonly after?: { readonly id: string; readonly createdAt: string } | undefined
}

interface OfServer {
  readonly serverId: string
}

const insertRow = prepared((db: Kysely<ApiTables>, { row }: { readonly row: InstanceMappingRow }) =>
  db.insertInto('instance_mappings').values(row),
)

const byServer = prepared((db: Kysely<ApiTables>, { serverId }: OfServer) =>
  db.selectFrom('instance_mappings').selectAll().where('server_id', '=', serverId),
)

const cellsByServers = prepared(
  (db: Kysely<ApiTables>, { serverIds }: { readonly serverIds: readonly string[] }) =>
    db
      .selectFrom('instance_mappings')
      .select(['server_id', 'cell_id'])
      .where('server_id', 'in', serverIds)
      .where('cell_id', 'is not', null)
      .orderBy('server_id'),
)

interface Change extends OfServer {
  readonly set: Partial<InstanceMappingRow>
}

const change = prepared((db: Kysely<ApiTables>, { serverId, set }: Change) =>
  db.updateTable('instance_mappings').set(set).where('server_id', '=', serverId),
)

interface Entry extends OfServer {
  readonly cellId: string
  readonly from: string | null
}

const enterRow = prepared((db: Kysely<ApiTables>, { serverId, cellId, from }: Entry) =>
  db
    .updateTable('instance_mappings')
    .set({ cell_id: cellId })
    .where('server_id', '=', serverId)
    .where('queued_for_delete', '=', 0)
    .where(({ eb, or }) =>
      or([eb('cell_id', '=', cellId), from === null ? eb('cell_id', 'is', null) : eb('cell_id', '=', from)]),
    ),
)

const markQueued = prepared((db: Kysely<ApiTables>, { serverId }: OfServer) =>
  db
    .updateTable('instance_mappings')
    .set({ queued_for_delete: 1 })
    .where('server_id', '=', serverId)
    .returning('cell_id'),
)

/** Looks into the index once per cell, instead of reading all mappings of the project. */
const cellsWithServersOf = prepared((db: Kysely<ApiTables>, { projectId }: { readonly projectId: string }) =>
  db
    .selectFrom('cell_mappings')
    .select('id')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('instance_mappings')
          .select('server_id')
          .where('project_id', '=', projectId)
          .where('queued_for_delete', 'in', [0, 1])
          .whereRef('cell_id', '=', 'cell_mappings.id'),
      ),
    )
    .orderBy('id'),
)

/** The cell of each server; null until it is chosen. */
export const instanceMappings = (db: Kysely<ApiTables>, clock: Clock) => ({
  /**
   * Inserts a mapping without a cell. `createdAt` is the server's, so that servers of a cell that is down keep their
   * position in lists.
   */
  insert: async (
    serverId: string,
    projectId: string,
    userId: string,
    createdAt = timestamp(clock),
  ): Promise<void> => {
    const row = {
      server_id: serverId,
      cell_id: null,
      project_id: projectId,
      user_id: userId,
      queued_for_delete: 0,
      created_at: createdAt,
    }
    await insertRow(db, { row })
  },

  /** Inserts a complete mapping unless the server has one. */
  adopt: async (mapping: InstanceMappingRow): Promise<void> => {
    await db
      .insertInto('instance_mappings')
      .values(mapping)
      .onConflict((conflict) => conflict.column('server_id').doNothing())
      .execute()
  },

  /** The given servers that have a mapping. */
  known: async (serverIds: readonly string[]): Promise<readonly string[]> => {
    if (serverIds.length === 0) return []
    const rows = await db
      .selectFrom('instance_mappings')
      .select('server_id')
      .where('server_id', 'in', serverIds)
      .orderBy('server_id')
      .execute()
    return rows.map(({ server_id }) => server_id)
  },

  find: async (serverId: string): Promise<InstanceMappingRow | undefined> => {
    const [row] = await byServer(db, { serverId })
    return row
  },

  /** The cells of servers; servers without a cell are absent. */
  cellsOfServers: async (serverIds: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    if (serverIds.length === 0) return new Map()
    const rows = await cellsByServers(db, { serverIds })
    return new Map(rows.flatMap(({ server_id, cell_id }) => (cell_id === null ? [] : [[server_id, cell_id]])))
  },

  setCell: async (serverId: string, cellId: string): Promise<void> => {
    await change(db, { serverId, set: { cell_id: cellId } })
  },

  /**
   * Sets the cell of a server that is in `from`, or in that cell already. False, without a change, when it is in
   * another cell or being deleted: then it must not enter a cell any more.
   */
  enter: async (serverId: string, cellId: string, from: string | null): Promise<boolean> =>
    (await enterRow(db, { serverId, cellId, from })) > 0,

  /** Marks that the server is being deleted and must not enter a cell any more. Resolves to its cell, if it has one. */
  markQueuedForDelete: async (serverId: string): Promise<string | null> => {
    const [row] = await markQueued(db, { serverId })
    return row?.cell_id ?? null
  },

  /** A page of the undeleted servers of a cell, in `order` of creation; of one project, or of all if it is undefined. */
  inCell: (
    cellId: string,
    { projectId, order, after, limit }: MappingPage,
  ): Promise<InstanceMappingRow[]> => {
    let query = db
      .selectFrom('instance_mappings')
      .selectAll()
      .where('cell_id', '=', cellId)
      .where('queued_for_delete', '=', 0)
      .orderBy('created_at', order)
      .orderBy('server_id', order)
      .limit(limit)
    if (projectId !== undefined) query = query.where('project_id', '=', projectId)
    if (after !== undefined) {
      const beyond = order === 'asc' ? '>' : '<'
      query = query.where(({ eb, or, and }) =>
        or([
          eb('created_at', beyond, after.createdAt),
          and([eb('created_at', '=', after.createdAt), eb('server_id', beyond, after.id)]),
        ]),
      )
    }
    return query.execute()
  },

  remove: async (serverId: string): Promise<void> => {
    await db.deleteFrom('instance_mappings').where('server_id', '=', serverId).execute()
  },

  /** The given projects that have servers. */
  projectsAmong: async (projectIds: readonly string[]): Promise<readonly string[]> => {
    const rows = await db
      .selectFrom('instance_mappings')
      .select('project_id')
      .distinct()
      .where('project_id', 'in', projectIds)
      .orderBy('project_id')
      .execute()
    return rows.map(({ project_id }) => project_id)
  },

  /** The cells in which a project has servers, so that its lists query only those. */
  cellsOf: async (projectId: string): Promise<readonly string[]> =>
    (await cellsWithServersOf(db, { projectId })).map(({ id }) => id),
})
