import { type DiscoveredHost, discoverHosts as discover } from '../../app/discover-hosts.ts'
import { askingCells } from '../../cells/ask-cell.ts'
import type { DatabaseHost } from '../cells-of.ts'
import { cellDatabases } from './cell-databases.ts'

/** An operator waits for an answer, so a cell gets more time than in the middle of a request. */
const cellTimeoutMs = 60_000

/** Maps new compute hosts of a cell, or of all, and tells which they are; undefined when there is no such cell. */
export const discoverHosts = async (
  host: DatabaseHost,
  cellId?: string,
): Promise<readonly DiscoveredHost[] | undefined> => {
  const { clock } = host
  const { api, find, list, open } = await cellDatabases(host)
  if (cellId !== undefined && (await find(cellId)) === undefined) return undefined
  const cell = async (id: string) => {
    const mapping = await find(id)
    if (mapping === undefined) throw new RangeError(`cell ${id} is gone`)
    return open(mapping)
  }
  const ask = askingCells({ cell, clock, timeoutMs: cellTimeoutMs })
  return discover({ databases: { api, cells: list, ask }, clock })(cellId)
}
