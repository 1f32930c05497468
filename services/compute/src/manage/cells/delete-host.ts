import { hostMappings } from '../../db/host-mappings.ts'
import { instances } from '../../db/instances.ts'
import type { DatabaseHost } from '../cells-of.ts'
import { cellDatabases } from './cell-databases.ts'

/** Nova's exit codes: 0, 1 (`unknown-cell`), 2 (`unknown-host`), 3 (`in-other-cell`), 4 (`has-servers`). */
export type DeletedHost = 'deleted' | 'unknown-cell' | 'unknown-host' | 'in-other-cell' | 'has-servers'

/** Takes a host out of its cell: nothing is scheduled to it until it is discovered again. */
export const deleteHost = async (host: DatabaseHost, cellId: string, name: string): Promise<DeletedHost> => {
  const { api, find, open } = await cellDatabases(host)
  const cell = await find(cellId)
  if (cell === undefined) return 'unknown-cell'
  const mappings = hostMappings(api, host.clock)
  const mapped = await mappings.cellOf(name)
  if (mapped === undefined) return 'unknown-host'
  if (mapped !== cellId) return 'in-other-cell'
  if ((await instances(await open(cell), host.clock).onHost(name)).length > 0) return 'has-servers'
  await mappings.remove(name)
  return 'deleted'
}
