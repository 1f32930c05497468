import type { Kysely } from 'kysely'
import type { ApiTables } from '../../db/schema/api-tables.ts'
import type { PictureOfRecords } from '../picture.ts'
import { everyRow } from './every-row.ts'
import { lookIntoFlows } from './look-into-flows.ts'

type Seen = Pick<PictureOfRecords, 'mappings' | 'buildRequests' | 'requestSpecs' | 'groupMembers' | 'flows'>

const mappings = async (db: Kysely<ApiTables>) =>
  (
    await everyRow(
      db.selectFrom('instance_mappings').select(['server_id', 'cell_id', 'queued_for_delete']),
      'server_id',
    )
  ).map(({ server_id, cell_id, queued_for_delete }) => ({
    serverId: server_id,
    cellId: cell_id,
    queuedForDelete: queued_for_delete !== 0,
  }))

const serverIdsOf = async (db: Kysely<ApiTables>, table: 'build_requests' | 'request_specs') => {
  const rows = await everyRow(db.selectFrom(table).select('server_id'), 'server_id')
  return rows.map(({ server_id }) => server_id)
}

const groupMembers = async (db: Kysely<ApiTables>) =>
  (
    await everyRow(db.selectFrom('instance_group_members').select(['group_id', 'server_id']), 'server_id')
  ).map(({ group_id, server_id }) => ({ groupId: group_id, serverId: server_id }))

/** The servers in the API database. */
export const lookIntoApiDatabase = async (db: Kysely<ApiTables>): Promise<Seen> => ({
  flows: await lookIntoFlows(db, null),
  buildRequests: await serverIdsOf(db, 'build_requests'),
  mappings: await mappings(db),
  requestSpecs: await serverIdsOf(db, 'request_specs'),
  groupMembers: await groupMembers(db),
})
