import type { Clock } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { ServerInterface } from '../domain/networks/network-info.ts'
import type { CellTables } from '../db/schema/cell-tables.ts'
import { instances } from '../db/servers/instances.ts'

/**
 * Changes the recorded interfaces of a server, and repeats that if the record changes at the same time. Does nothing if
 * a host is given and the server is not on it.
 */
export const changeInterfaces = async (
  db: Kysely<CellTables>,
  clock: Clock,
  { serverId, host }: { readonly serverId: string; readonly host?: string },
  change: (recorded: readonly ServerInterface[]) => readonly ServerInterface[],
): Promise<void> => {
  for (;;) {
    const server = await instances(db, clock).findPart(serverId, ['networkInfo', 'host'])
    if (server === undefined || (host !== undefined && server.host !== host)) return
    const { networkInfo } = server
    const from = { host: server.host, networkInfo }
    const to = { networkInfo: change(networkInfo) }
    if (await instances(db, clock).transition(serverId, { from, to })) return
  }
}
