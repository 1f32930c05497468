import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { ApiTables, InstanceMappingRow } from './api-tables.ts'

/** Which cell each server is in: null until one has been chosen. */
export const instanceMappings = (db: Kysely<ApiTables>, clock: Clock) => ({
  insert: async (serverId: string, projectId: string, userId: string): Promise<void> => {
    await db
      .insertInto('instance_mappings')
      .values({
        server_id: serverId,
        cell_id: null,
        project_id: projectId,
        user_id: userId,
        queued_for_delete: 0,
        created_at: timestamp(clock),
      })
      .execute()
  },

  find: (serverId: string): Promise<InstanceMappingRow | undefined> =>
    db.selectFrom('instance_mappings').selectAll().where('server_id', '=', serverId).executeTakeFirst(),

  setCell: async (serverId: string, cellId: string): Promise<void> => {
    await db
      .updateTable('instance_mappings')
      .set({ cell_id: cellId })
      .where('server_id', '=', serverId)
      .execute()
  },

  markQueuedForDelete: async (serverId: string): Promise<void> => {
    await db
      .updateTable('instance_mappings')
      .set({ queued_for_delete: 1 })
      .where('server_id', '=', serverId)
      .execute()
  },

  remove: async (serverId: string): Promise<void> => {
    await db.deleteFrom('instance_mappings').where('server_id', '=', serverId).execute()
  },

  /** Cells in which a project has servers, so that its lists ask no others. */
  cellsOf: async (projectId: string): Promise<readonly string[]> => {
    const rows = await db
      .selectFrom('instance_mappings')
      .select('cell_id')
      .distinct()
      .where('project_id', '=', projectId)
      .where('cell_id', 'is not', null)
      .orderBy('cell_id')
      .execute()
    return rows.flatMap(({ cell_id }) => (cell_id === null ? [] : [cell_id]))
  },
})
