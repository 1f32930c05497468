import { instanceMappings } from '../db/cells/instance-mappings.ts'
import { instances } from '../db/servers/instances.ts'
import { type ServerRecord, withDisks } from '../flows/server-record.ts'
import type { DatabaseHost } from './cells-of.ts'
import { findCell, openApi, openCell } from './find-cell.ts'

/** An undeleted server in the cell to which it is mapped; undefined when there is none. */
export const findServer = async (host: DatabaseHost, id: string): Promise<ServerRecord | undefined> => {
  const { clock } = host
  const mapping = await instanceMappings(await openApi(host), clock).find(id)
  const row = mapping?.cell_id == null ? undefined : await findCell(host, mapping.cell_id)
  if (row === undefined) return undefined
  const cell = await openCell(host, row)
  const server = await instances(cell, clock).find(id)
  return server && withDisks({ clock, cellId: row.id }, cell, server)
}
