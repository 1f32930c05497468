import { hostMappings } from '../../db/cells/host-mappings.ts'
import { instances } from '../../db/servers/instances.ts'
import type { DatabaseHost } from '../cells-of.ts'
import { findCell, openApi, openCell } from '../find-cell.ts'

export type HostDeletion = 'deleted' | 'unknown-cell' | 'unknown-host' | 'in-other-cell' | 'has-servers'

/** Deletes the mapping of a host without servers; nothing is scheduled to it until it is discovered again. */
export const deleteHost = async (host: DatabaseHost, cellId: string, name: string): Promise<HostDeletion> => {
  const cell = await findCell(host, cellId)
  if (cell === undefined) return 'unknown-cell'
  const mappings = hostMappings(await openApi(host), host.clock)
  const itsCell = await mappings.cellOf(name)
  if (itsCell === undefined) return 'unknown-host'
  if (itsCell !== cellId) return 'in-other-cell'
  const servers = await instances(await openCell(host, cell), host.clock).idsOnHost(name)
  if (servers.length > 0) return 'has-servers'
  await mappings.remove(name)
  return 'deleted'
}
