import type { CellMappingRow } from '../../db/schema/api-tables.ts'
import { cell0Id } from '../../db/cells/cell-mappings.ts'
import { hostMappings } from '../../db/cells/host-mappings.ts'
import { mapNewHosts } from '../../db/cells/map-new-hosts.ts'
import type { DatabaseHost } from '../cells-of.ts'
import { chosenCells, openApi } from '../find-cell.ts'
import { type HostEvidence, hostsIn } from './hosts-in.ts'

export interface DiscoveryOrder {
  /** The only cell to search; all cells by default. */
  readonly cellId?: string | undefined
  readonly by: HostEvidence
}

/** A searched cell with its new hosts. */
export interface DiscoveredCell {
  readonly cell: CellMappingRow
  readonly hosts: readonly string[]
}

/**
 * Maps hosts that report in a cell, so that servers can be scheduled to them; undefined when the given cell does not exist. cell0
 * has no hosts and is skipped.
 */
export const discoverHosts = async (
  host: DatabaseHost,
  { cellId, by }: DiscoveryOrder,
): Promise<readonly DiscoveredCell[] | undefined> => {
  const cells = await chosenCells(host, cellId)
  if (cellId !== undefined && cells.length === 0) return undefined
  const mappings = hostMappings(await openApi(host), host.clock)
  const found: DiscoveredCell[] = []
  for (const cell of cells) {
    if (cell.id === cell0Id) continue
    found.push({ cell, hosts: await mapNewHosts(mappings, cell.id, await hostsIn(host, cell, by)) })
  }
  return found
}
