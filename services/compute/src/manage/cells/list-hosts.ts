import { hostMappings } from '../../db/cells/host-mappings.ts'
import type { DatabaseHost } from '../cells-of.ts'
import { chosenCells, openApi } from '../find-cell.ts'

export interface MappedHost {
  readonly host: string
  readonly cellId: string
  readonly cellName: string
}

/** Hosts with their cells; undefined when the given cell does not exist. */
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
