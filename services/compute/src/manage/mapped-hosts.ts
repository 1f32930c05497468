import { hostMappings } from '../db/host-mappings.ts'
import type { DatabaseHost } from './cells-of.ts'
import { chosenCells, findCell, openApi, openCell } from './find-cell.ts'

export interface MappedHost {
  readonly host: string
  readonly cellId: string
  readonly cellName: string
}

/** Hosts and their cells; undefined when the one cell asked for does not exist. */
export const listHosts = async (
  host: DatabaseHost,
  cellId?: string,
): Promise<readonly MappedHost[] | undefined> => {
  const cells = new Map((await chosenCells(host, cellId)).map(({ id, name }) => [id, name]))
  if (cellId !== undefined && !cells.has(cellId)) return undefined
  const rows = await hostMappings(await openApi(host), host.clock).list()
  return rows.flatMap(({ host: name, cell_id }) => {
    const cellName = cells.get(cell_id)
    return cellName === undefined ? [] : [{ host: name, cellId: cell_id, cellName }]
  })
}

export type HostDeletion = 'deleted' | 'unknown-cell' | 'unknown-host' | 'has-servers'

/** Forgets a host that has no servers, so that nothing is scheduled to it until it is discovered again. */
export const deleteHost = async (host: DatabaseHost, cellId: string, name: string): Promise<HostDeletion> => {
  const cell = await findCell(host, cellId)
  if (cell === undefined) return 'unknown-cell'
  const mappings = hostMappings(await openApi(host), host.clock)
  if ((await mappings.cellOf(name)) !== cellId) return 'unknown-host'
  const db = await openCell(host, cell)
  const living = await db
    .selectFrom('instances')
    .select('id')
    .where('host', '=', name)
    .where('deleted_at', 'is', null)
    .limit(1)
    .execute()
  if (living.length > 0) return 'has-servers'
  await mappings.remove(name)
  return 'deleted'
}
