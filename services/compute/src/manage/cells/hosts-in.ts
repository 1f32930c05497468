import { services } from '../../db/hosts/services.ts'
import type { CellMappingRow } from '../../db/schema/api-tables.ts'
import type { DatabaseHost } from '../cells-of.ts'
import { openCell } from '../find-cell.ts'

/** How hosts are found: `service` also finds those that have reported but have no compute node yet. */
export type HostEvidence = 'compute-node' | 'service'

const mostHosts = 100_000

/** The names of the hosts that report in a cell. */
export const hostsIn = async (
  host: DatabaseHost,
  cell: Pick<CellMappingRow, 'database'>,
  by: HostEvidence,
): Promise<readonly string[]> => {
  const db = await openCell(host, cell)
  const rows =
    by === 'service'
      ? await services(db, host.clock).list({ binary: 'nova-compute' })
      : await db
          .selectFrom('compute_nodes')
          .select('host')
          .distinct()
          .orderBy('host')
          .limit(mostHosts)
          .execute()
  return rows.map(({ host: name }) => name)
}
