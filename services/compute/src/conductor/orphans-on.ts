import { openStatuses } from '@nimbo/contracts/compute/migration-kind'
import type { Clock } from '@nimbo/kernel/clock'
import type { ServerId } from '@nimbo/kernel/ids'
import type { Kysely } from 'kysely'
import { instanceMappings } from '../db/cells/instance-mappings.ts'
import type { CellTables } from '../db/schema/cell-tables.ts'
import { instances } from '../db/servers/instances.ts'
import { migrations } from '../db/server-migrations/migrations.ts'
import { serverRecord } from '../flows/server-record.ts'
import type { ConductorDeps } from './conductor-deps.ts'

type Deps = Pick<ConductorDeps, 'databases' | 'clock'>

/** Whether the server may return to a host that kept its disks, or is about to be live-migrated to it. */
const mayHave = async (
  cell: Kysely<CellTables>,
  clock: Clock,
  serverId: string,
  host: string,
): Promise<boolean> => {
  const open = await migrations(cell, clock).newest(serverId, openStatuses)
  if (open?.migration_type === 'live-migration' && open.dest_compute === host) return true
  return open?.source_compute === host
}

/**
 * The servers found on a host that are deleted or belong to another host. Domains that the cloud never created are not
 * among them and stay untouched.
 */
export const orphansOn =
  (deps: Deps, cellId: string) =>
  async (host: string, present: readonly ServerId[]): Promise<readonly ServerId[]> => {
    if (present.length === 0) return []
    const { databases, clock } = deps
    const expected = new Set<string>(await instances(await databases.cell(cellId), clock).idsOnHost(host))
    const orphans: ServerId[] = []
    for (const id of present) {
      if (expected.has(id)) continue
      if ((await instanceMappings(databases.api, clock).find(id)) === undefined) continue
      const record = await serverRecord(deps, id)
      if (record?.server.host === host) continue
      if (record !== undefined && (await mayHave(record.cell, clock, id, host))) continue
      orphans.push(id)
    }
    return orphans
  }
