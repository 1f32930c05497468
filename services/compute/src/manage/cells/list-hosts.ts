import { hostMappings } from '../../db/host-mappings.ts'
import type { DatabaseHost } from '../cells-of.ts'
import { cellDatabases } from './cell-databases.ts'

export interface ListedHost {
  readonly host: string
  readonly cellId: string
  readonly cellName: string
}

/** The compute hosts of a cell, or of all; undefined when there is no such cell. */
export const listHosts = async (
  host: DatabaseHost,
  cellId?: string,
): Promise<readonly ListedHost[] | undefined> => {
  const { api, list } = await cellDatabases(host)
  const names = new Map((await list()).map(({ id, name }) => [id, name]))
  if (cellId !== undefined && !names.has(cellId)) return undefined
  return (await hostMappings(api, host.clock).list())
    .filter((mapping) => cellId === undefined || mapping.cell_id === cellId)
    .map((mapping) => ({
      host: mapping.host,
      cellId: mapping.cell_id,
      cellName: names.get(mapping.cell_id) ?? '',
    }))
}
