import type { Clock } from '@nimbo/kernel/clock'
import { cell0Id } from '../../db/cells/cell-mappings.ts'
import { unlessDown } from '../../db/cells/ask-cell.ts'
import type { Databases } from '../../db/cells/databases.ts'
import { hostMappings } from '../../db/cells/host-mappings.ts'
import { mapNewHosts } from '../../db/cells/map-new-hosts.ts'
import { services } from '../../db/hosts/services.ts'

export interface DiscoveredHost {
  readonly host: string
  readonly cellId: string
}

export interface DiscoverDeps {
  readonly databases: Pick<Databases, 'api' | 'cells' | 'ask'>
  readonly clock: Clock
}

/**
 * Maps hosts that report in a cell but are not mapped yet to that cell, and returns them. Cells that are down are
 * skipped.
 */
export const discoverHosts =
  ({ databases, clock }: DiscoverDeps) =>
  async (onlyCell?: string): Promise<readonly DiscoveredHost[]> => {
    const mappings = hostMappings(databases.api, clock)
    const found: DiscoveredHost[] = []
    for (const { id: cellId } of await databases.cells()) {
      if (cellId === cell0Id || (onlyCell !== undefined && cellId !== onlyCell)) continue
      const asked = databases.ask(cellId, (cell) => services(cell, clock).list({ binary: 'nova-compute' }))
      const hosts = ((await unlessDown(asked)) ?? []).map(({ host }) => host)
      for (const host of await mapNewHosts(mappings, cellId, hosts)) found.push({ host, cellId })
    }
    return found
  }
