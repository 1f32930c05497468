import type { ServerId } from '@nimbo/kernel/ids'
import { instanceMappings } from '../db/instance-mappings.ts'
import { instances } from '../db/instances.ts'
import { serverRecord } from '../flows/server-record.ts'
import type { ConductorDeps } from './conductor-deps.ts'

type Deps = Pick<ConductorDeps, 'databases' | 'clock'>

/**
 * Which of the servers that a host has something of are gone, or elsewhere, by now. Domains that the cloud never made are
 * somebody else's: nothing is said of them.
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
      if (record?.server.host !== host) orphans.push(id)
    }
    return orphans
  }
