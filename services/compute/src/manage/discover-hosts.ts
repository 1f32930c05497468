import { hostMappings } from '../db/host-mappings.ts'
import type { DatabaseHost } from './cells-of.ts'
import { chosenCells, openApi, openCell } from './find-cell.ts'

export interface DiscoveredHost {
  readonly host: string
  readonly cellId: string
  readonly cellName: string
}

const mostHosts = 100_000

/** Maps compute hosts to the cell they have reported in, which makes them fit for servers; resolves to the new ones. */
export const discoverHosts = async (
  host: DatabaseHost,
  cellId?: string,
): Promise<readonly DiscoveredHost[]> => {
  const mappings = hostMappings(await openApi(host), host.clock)
  const found: DiscoveredHost[] = []
  for (const cell of await chosenCells(host, cellId)) {
    const db = await openCell(host, cell)
    const nodes = await db
      .selectFrom('compute_nodes')
      .select('host')
      .distinct()
      .orderBy('host')
      .limit(mostHosts)
      .execute()
    for (const { host: name } of nodes)
      if (await mappings.add(name, cell.id)) found.push({ host: name, cellId: cell.id, cellName: cell.name })
  }
  return found
}
