import { prepared } from '@nimbo/db/prepared'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { BuildRequest, RequestSpec } from '../../domain/servers/request-spec.ts'
import type { ApiTables, BuildRequestRow } from '../schema/api-tables.ts'

/** A server without a cell. */
export interface PendingBuild {
  readonly projectId: string
  readonly userId: string
  readonly build: BuildRequest
  readonly deleteRequested: boolean
}

const toPending = (row: BuildRequestRow): PendingBuild => ({
  projectId: row.project_id,
  userId: row.user_id,
  build: JSON.parse(row.request) as BuildRequest,
  deleteRequested: row.delete_requested_at !== null,
})

const mostListed = 1_000

interface OfServer {
  readonly serverId: string
}

const insertRow = prepared((db: Kysely<ApiTables>, { row }: { readonly row: BuildRequestRow }) =>
  db.insertInto('build_requests').values(row),
)

const byServer = prepared((db: Kysely<ApiTables>, { serverId }: OfServer) =>
  db.selectFrom('build_requests').selectAll().where('server_id', '=', serverId),
)

const waiting = prepared(
  (db: Kysely<ApiTables>, { projectId }: { readonly projectId: string | undefined }) => {
    const query = db
      .selectFrom('build_requests')
      .selectAll()
      .where('delete_requested_at', 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('server_id', 'desc')
      .limit(mostListed)
    return projectId === undefined ? query : query.where('project_id', '=', projectId)
  },
)

/** Build requests that wait for a cell. */
const waitingBuilds = (db: Kysely<ApiTables>) => ({
  insert: async (spec: RequestSpec, build: BuildRequest): Promise<void> => {
    const row = {
      server_id: build.serverId,
      project_id: spec.projectId,
      user_id: spec.userId,
      request: JSON.stringify(build),
      vcpus: spec.flavor.vcpus,
      memory_mb: spec.flavor.memoryMb,
      delete_requested_at: null,
      changed: 0,
      created_at: build.createdAt,
    }
    await insertRow(db, { row })
  },

  find: async (serverId: string): Promise<PendingBuild | undefined> => {
    const [row] = await byServer(db, { serverId })
    return row && toPending(row)
  },

  /** Waiting requests, newest first, without those being deleted; of one project, or of all when it is undefined. */
  list: async (projectId: string | undefined): Promise<readonly PendingBuild[]> =>
    (await waiting(db, { projectId })).map(toPending),

  /** Changes a waiting request if it is still as it was read; otherwise, or if a cell has the server by now, false. */
  change: async (was: BuildRequest, build: BuildRequest): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('build_requests')
      .set({ request: JSON.stringify(build), changed: 1 })
      .where('server_id', '=', build.serverId)
      .where('request', '=', JSON.stringify(was))
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Records that the changes of a request were written to the server's cell, unless the request has changed again. */
  told: async (build: BuildRequest): Promise<void> => {
    await db
      .updateTable('build_requests')
      .set({ changed: 0 })
      .where('server_id', '=', build.serverId)
      .where('request', '=', JSON.stringify(build))
      .execute()
  },
})

const removeUnchanged = prepared((db: Kysely<ApiTables>, { serverId }: OfServer) =>
  db
    .deleteFrom('build_requests')
    .where('server_id', '=', serverId)
    .where('delete_requested_at', 'is', null)
    .where('changed', '=', 0),
)

const removeAny = prepared((db: Kysely<ApiTables>, { serverId }: OfServer) =>
  db.deleteFrom('build_requests').where('server_id', '=', serverId),
)

/** The ends of build requests: the server enters a cell, or is deleted before. */
const endingBuilds = (db: Kysely<ApiTables>, clock: Clock) => ({
  /** Marks the request for deletion; false when it does not exist any more. */
  requestDelete: async (serverId: string): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('build_requests')
      .set({ delete_requested_at: timestamp(clock) })
      .where('server_id', '=', serverId)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /**
   * Removes the request of a server that entered its cell. If its deletion was requested, or it was changed, it stays
   * and is returned. Idempotent.
   */
  removeUnchanged: async (serverId: string): Promise<PendingBuild | undefined> => {
    if ((await removeUnchanged(db, { serverId })) > 0) return undefined
    const [left] = await byServer(db, { serverId })
    return left && toPending(left)
  },

  /** Removes a request; false when it does not exist: the server was deleted, or this call is a repetition. */
  remove: async (serverId: string): Promise<boolean> => {
    return (await removeAny(db, { serverId })) > 0
  },
})

/** Servers between the acceptance of the request and their entry into a cell. */
export const buildRequests = (db: Kysely<ApiTables>, clock: Clock) => ({
  ...waitingBuilds(db),
  ...endingBuilds(db, clock),
})
